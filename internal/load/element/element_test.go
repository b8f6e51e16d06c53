package element_test

import (
	"testing"

	"github.com/saloon-games/saloon/internal/load/element"
)

func TestAnElementEndsWithItsEndTagOrWithTheText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`<p>one</p><p>two</p>`, `<p>one</p>`},
		{`<div><div>in</div></div>after`, `<div><div>in</div></div>`},
		{`<p>a<br>b<img src="x">c</p>d`, `<p>a<br>b<img src="x">c</p>`},
		{`<svg><path d=""/></svg><p>`, `<svg><path d=""/></svg>`},
		{`<input name="a"><p>`, `<input name="a">`},
		{`<p title="a > b </p>">c</p>d`, `<p title="a > b </p>">c</p>`},
		{`<!-- said --><p>`, `<!-- said -->`},
		{`<b>x</b>`, `<b>x</b>`},
		{`<div><p>cut`, `<div><p>cut`},
		{`<div title="cut`, `<div title="cut`},
	} {
		if got := c.text[:element.Len([]byte(c.text))]; got != c.want {
			t.Errorf("of %s it takes %s; want %s", c.text, got, c.want)
		}
	}
}

func TestATagEndsWhereItsBracketStandsInNoQuotes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`<p>one</p>`, `<p>`},
		{`<p title="a > b" class="c">d`, `<p title="a > b" class="c">`},
		{`<p title="cut >`, `<p title="cut >`},
	} {
		if got := c.text[:element.TagLen([]byte(c.text))]; got != c.want {
			t.Errorf("of %s it takes %s; want %s", c.text, got, c.want)
		}
	}
}
