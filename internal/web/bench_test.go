package web

import (
	"testing"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/parts"
)

// BenchmarkUpdate draws a table in mid-game for one of its four seats, as a stream does
// with every move that somebody makes.
func BenchmarkUpdate(b *testing.B) {
	p := open(b)
	id, people, _, ids := seated(b, p, "texas", 4)
	playOn(b, "/t/"+id, people, 10)
	scene, err := p.house.Scene(b.Context(), id, ids[1], house.Latest)
	if err != nil {
		b.Fatal(err)
	}
	sh := &parts.Shown{}
	t := blank()
	b.ReportAllocs()
	var sheet []byte
	for b.Loop() {
		p.web.showOn(t, scene)
		sheet = sh.Update(sheet[:0], t.Table)
	}
	b.ReportMetric(float64(len(sheet)), "bytes/update")
}
