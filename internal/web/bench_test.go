package web

import (
	"context"
	"testing"

	"github.com/a-h/templ"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board"
	"github.com/saloon-games/saloon/internal/web/page"
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
	ctx := context.WithoutCancel(b.Context())
	sh := &shown{}
	t := &page.Table{Sight: &board.Sight{}}
	b.ReportAllocs()
	bytes := 0
	for b.Loop() {
		buf := templ.GetBuffer()
		p.web.showOn(t, scene)
		if err := sh.update(ctx, buf, t); err != nil {
			b.Fatal(err)
		}
		bytes = buf.Len()
		templ.ReleaseBuffer(buf)
	}
	b.ReportMetric(float64(bytes), "bytes/update")
}
