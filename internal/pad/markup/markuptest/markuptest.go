// Package markuptest checks the HTML of pads, for tests: that it is well formed, that its ids are
// its own, and that each control has a name.
package markuptest

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/saloon-games/saloon/internal/pad/markup"
)

// Check checks fragments that stand on one page.
func Check(t testing.TB, list []markup.Fragment) {
	t.Helper()
	c := &checker{TB: t, ids: map[string]bool{}}
	for _, f := range list {
		if !strings.Contains(f.HTML[:strings.IndexByte(f.HTML, '>')], ` id="`+f.ID+`"`) {
			t.Errorf("the fragment %s does not begin with its id: %.60s", f.ID, f.HTML)
		}
		c.walk(f.HTML)
	}
	for _, id := range c.refers {
		if !c.ids[id] {
			t.Errorf("there is no id %s to refer to", id)
		}
	}
}

type checker struct {
	testing.TB
	ids    map[string]bool
	refers []string
}

// An element that is open.
type element struct {
	name  string
	attrs map[string]string
	text  string
}

// bare are attributes without a value and elements without an end, which XML does not know.
var (
	bareAttrs    = regexp.MustCompile(` (hidden|disabled|checked|open)([ >/])`)
	bareElements = regexp.MustCompile(`<input[^>]*`)
)

func (c *checker) walk(html string) {
	c.Helper()
	html = bareElements.ReplaceAllString(html, "$0/")
	for bareAttrs.MatchString(html) {
		html = bareAttrs.ReplaceAllString(html, ` $1=""$2`)
	}
	dec := xml.NewDecoder(strings.NewReader(html))
	var open []*element
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			c.Fatalf("%v in\n%.300s", err, html[max(int(dec.InputOffset())-150, 0):])
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attrs: map[string]string{}}
			for _, a := range token.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			c.enter(e)
			open = append(open, e)
		case xml.CharData:
			for _, e := range open {
				e.text += string(token)
			}
		case xml.EndElement:
			c.leave(open[len(open)-1], open[:len(open)-1])
			open = open[:len(open)-1]
		}
	}
}

func (c *checker) enter(e *element) {
	c.Helper()
	if id, ok := e.attrs["id"]; ok {
		if c.ids[id] {
			c.Errorf("the id %s is there twice", id)
		}
		c.ids[id] = true
	}
	for _, name := range []string{"aria-labelledby", "aria-describedby"} {
		c.refers = append(c.refers, strings.Fields(e.attrs[name])...)
	}
	for name := range e.attrs {
		if strings.HasPrefix(name, "on") || name == "style" && e.name != "svg" {
			c.Errorf("<%s> has %s: the page's policy forbids it", e.name, name)
		}
	}
	if e.name == "th" && e.attrs["scope"] == "" {
		c.Error("a th has no scope")
	}
	if e.name == "button" && e.attrs["type"] == "" && e.attrs["data-word"]+e.attrs["data-tap"]+e.attrs["data-do"] != "" {
		c.Errorf("a button that is none of a form has no type: %v", e.attrs)
	}
}

func (c *checker) leave(e *element, within []*element) {
	c.Helper()
	name := strings.TrimSpace(e.attrs["aria-label"] + e.text)
	switch e.name {
	case "button", "legend", "summary", "caption", "th", "h2", "option":
		if name == "" {
			c.Errorf("a <%s> has no name: %v", e.name, e.attrs)
		}
	case "input":
		labeled := slices.ContainsFunc(within, func(e *element) bool { return e.name == "label" })
		if name == "" && !labeled {
			c.Errorf("an input has no label: %v", e.attrs)
		}
	case "label":
		if name == "" {
			c.Error("a label says nothing")
		}
	case "section":
		if e.attrs["aria-label"] == "" {
			c.Errorf("a section has no name: %v", e.attrs)
		}
	case "svg":
		if e.attrs["role"] != "img" || e.attrs["aria-labelledby"] == "" {
			c.Errorf("a picture has no title: %v", e.attrs)
		}
	}
}
