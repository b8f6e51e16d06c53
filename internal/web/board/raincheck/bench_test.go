package raincheck_test

import (
	"testing"
)

// The bar is 20 microseconds for all parts of one seat: they are drawn anew for
// everybody at the table after every move.
func BenchmarkParts(b *testing.B) {
	const lost1 = "start 0; stack K; stack Q; bet 2; fold; flip own; flip opp; lose K; river K"
	const lost2 = lost1 + "; stack Q; stack K; bet 1; fold; flip own; lose A; river K,A"
	for name, list := range map[string]string{
		"stacking": lost2 + "; stack Q; stack 3",
		"flipping": lost2 + "; stack Q; stack 3; stack 3; bet 2; bet 5; fold; flip own; flip own",
	} {
		b.Run(name, func(b *testing.B) {
			s := at(b, list).sight(0)
			list := table.Parts()
			var html []byte
			b.ReportAllocs()
			for b.Loop() {
				html = html[:0]
				for _, part := range list {
					html = part.Draw(html, s)
				}
			}
			b.ReportMetric(float64(len(html)), "bytes")
		})
	}
}

func BenchmarkTell(b *testing.B) {
	s := at(b, "start 0; stack K; stack Q; bet 2; fold; flip own; flip opp").sight(0)
	b.ReportAllocs()
	for b.Loop() {
		table.Tell(s, s.Ply-1)
	}
}
