package reflex

import (
	"math"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
)

type trainer struct {
	Policy
	w    [size]float64
	n    [size]float64
	r    *fair.Rand
	rate float64
}

func (t *trainer) learn(at []uint16, e float64) {
	for _, i := range at {
		t.w[i] += t.rate * e / math.Sqrt(1+t.n[i]/1000)
		t.n[i]++
		t.Policy.w[i] = int16(max(-32000, min(32000, t.w[i]*Unit)))
	}
}

func (t *trainer) value(p Position, m game.Move, seat int) float64 {
	p.Do(m)
	t.Finish(&p, t.r, 5)
	return float64(p.Taken(seat))
}

func (t *trainer) lesson(p *Position) {
	d := p.Sight()
	seat := d.Seat
	var y, pred [16]float64
	if p.Choosing() {
		n := p.Players()
		at := d.choice()
		my, mp := 0.0, 0.0
		for i := range n {
			y[i] = t.value(*p, texas.Opener((seat+i)%n), seat)
			pred[i] = t.w[at+i]
			my += y[i] / float64(n)
			mp += pred[i] / float64(n)
		}
		for i := range n {
			t.learn([]uint16{uint16(at + i)}, (y[i]-my)-(pred[i]-mp))
		}
		return
	}
	var list [mostCards]candidate
	n := d.candidates(&list)
	if n < 2 {
		return
	}
	my, mp := 0.0, 0.0
	for i := range n {
		y[i] = t.value(*p, texas.Play(list[i].card), seat)
		for _, a := range list[i].at {
			pred[i] += t.w[a]
		}
		my += y[i] / float64(n)
		mp += pred[i] / float64(n)
	}
	for i := range n {
		t.learn(list[i].at[:], (y[i]-my)-(pred[i]-mp))
	}
}

// Train ...
func Train(players int, seas bool, deals int, seed uint64) (*Policy, error) {
	options := game.Options{"hands": 1}
	if seas {
		options["rules"] = "seas"
	}
	start, err := texas.Rules{}.New(players, options)
	if err != nil {
		return nil, err
	}
	t := &trainer{r: fair.NewRand(seed)}
	draw := make([]uint8, start.Draw().Take)
	for i := range deals {
		t.rate = 0.06
		if i > deals/2 {
			t.rate = 0.06 * 2 * (1 - float64(i)/float64(deals))
		}
		s := *start.(*texas.State)
		fair.Draw(t.r, draw, len(draw))
		if err := s.Chance(draw); err != nil {
			return nil, err
		}
		var p Position
		p.Dealt(&s)
		for p.Turn() >= 0 {
			if t.r.Below(4) == 0 {
				t.lesson(&p)
			}
			var m game.Move
			if t.r.Below(100) < 15 {
				m = p.Random(t.r)
			} else {
				d := p.Sight()
				m = t.Move(&d)
			}
			p.Do(m)
		}
	}
	p := t.Policy
	return &p, nil
}
