// Package markup writes the HTML that all pads share, by hand: a pad is drawn in the browser,
// too, where a small program matters.
//
// What a page's script does with a pad it reads from attributes. A control with data-word
// writes that word on the pad; one with data-tap changes what this device alone has on its
// screen; one with data-do is the page's own ("text", "csv", "picture", "share", "new"); a form
// with data-form is read into words by its pad's package. What an element with data-wall says of
// a time is in UTC, for the script to say in local time; one with data-by names a device, for
// the script to say which one is its own.
//
// The package must never know a game.
package markup

import (
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/saloon-games/saloon/internal/pad"
)

// Fragment is a part of a page: one element with this id.
type Fragment struct {
	ID   string `json:"id"`
	HTML string `json:"html"`
}

// Write writes fragments one after another.
func Write(w io.Writer, list []Fragment) error {
	for _, f := range list {
		if _, err := io.WriteString(w, f.HTML); err != nil {
			return err
		}
	}
	return nil
}

// Pen writes HTML. Its zero value is ready for use.
type Pen struct{ b []byte }

// Put writes markup.
func (p *Pen) Put(parts ...string) *Pen {
	for _, s := range parts {
		p.b = append(p.b, s...)
	}
	return p
}

// Num writes a number.
func (p *Pen) Num(n int) *Pen {
	p.b = strconv.AppendInt(p.b, int64(n), 10)
	return p
}

// Text writes text that people chose or that may have such text in it; it may stand in an
// attribute within double quotes, and in SVG.
func (p *Pen) Text(parts ...string) *Pen {
	for _, s := range parts {
		for i := range len(s) {
			switch c := s[i]; c {
			case '&':
				p.b = append(p.b, "&amp;"...)
			case '<':
				p.b = append(p.b, "&lt;"...)
			case '>':
				p.b = append(p.b, "&gt;"...)
			case '"':
				p.b = append(p.b, "&#34;"...)
			case '\'':
				p.b = append(p.b, "&#39;"...)
			default:
				p.b = append(p.b, c)
			}
		}
	}
	return p
}

// String is what has been written.
func (p *Pen) String() string { return string(p.b) }

// Button writes a button: attr is "data-word", "data-tap" or "data-do", value what it has, and
// name what it is called when its text alone does not say.
func (p *Pen) Button(class, attr, value, text, name string) {
	p.Put(`<button type="button" class="button`)
	if class != "" {
		p.Put(" ", class)
	}
	p.Put(`" `, attr, `="`).Text(value).Put(`"`)
	if name != "" {
		p.Put(` aria-label="`).Text(name).Put(`"`)
	}
	p.Put(">").Text(text).Put("</button>")
}

// Trouble is something on a pad that does not fit the rest, and so does not count.
type Trouble struct {
	// Slot is where it stands.
	Slot string `json:"slot"`
	// Why says what is wrong, in a sentence.
	Why string `json:"why"`
	// Undo is the word that takes it back.
	Undo string `json:"undo"`
}

// Doubt is the trouble with all that stands in a slot.
func Doubt(slot pad.Slot, why string) Trouble {
	var all pad.Value
	for _, v := range slot.Values {
		all.Entries = append(all.Entries, v.Entries...)
	}
	return Trouble{Slot: slot.Name, Why: why, Undo: pad.UndoOf(all)}
}

// Open draws what waits for a person: conflicts and what does not fit. say puts a word of the
// pad in words for people.
func Open(conflicts []pad.Slot, troubles []Trouble, say func(word string) string) Fragment {
	const id = "pad-open"
	p := &Pen{}
	p.Put(`<section id="`, id, `" aria-label="To be settled" aria-live="polite"`)
	if len(conflicts)+len(troubles) == 0 {
		return Fragment{id, p.Put(" hidden></section>").String()}
	}
	p.Put(">")
	for _, s := range conflicts {
		p.Put(`<div class="panel wrong"><h2>Which one is right?</h2><p class="small">`)
		p.Text("Written down differently on ", devices(s), ". It does not count until somebody chooses.")
		p.Put(`</p><ul class="versions">`)
		for _, v := range s.Values {
			p.Put("<li>")
			p.Button("", "data-word", v.Word, say(v.Word), "")
			p.Put(`<small>`)
			for i, e := range v.Entries {
				if i > 0 {
					p.Put("; ")
				}
				p.Put(`<span data-by="`).Text(e.By).Put(`">`).Text(e.By).Put("</span>, ")
				p.wall(e.Wall)
			}
			p.Put("</small></li>")
		}
		p.Put("<li>")
		p.Button("quiet", "data-word", Doubt(s, "").Undo, "None of them", "")
		p.Put("</li></ul></div>")
	}
	for _, t := range troubles {
		p.Put(`<div class="panel wrong row"><p class="grow">`).Text(t.Why).Put("</p>")
		p.Button("", "data-word", t.Undo, "Take it back", "Take it back: "+t.Why)
		p.Put("</div>")
	}
	return Fragment{id, p.Put("</section>").String()}
}

// devices says how many devices disagree.
func devices(s pad.Slot) string {
	names := map[string]bool{}
	for _, v := range s.Values {
		for _, e := range v.Entries {
			names[e.By] = true
		}
	}
	if len(names) < 2 {
		return "one device" // opened twice
	}
	return strconv.Itoa(len(names)) + " devices"
}

// wall writes a wall time, which may be wrong.
func (p *Pen) wall(ms int64) {
	t := time.UnixMilli(ms).UTC()
	p.Put(`<time data-wall="`).Put(strconv.FormatInt(ms, 10), `" datetime="`, t.Format("2006-01-02T15:04:05Z"), `">`)
	p.Put(t.Format("2 Jan 15:04 UTC"), "</time>")
}

// History writes the buttons that undo and redo, and say what.
func (p *Pen) History(undo, of, redo, again string, say func(word string) string) {
	p.Put(`<div class="undo">`)
	p.step(undo, "Undo", of, say)
	p.step(redo, "Redo", again, say)
	p.Put("</div>")
}

func (p *Pen) step(word, verb, of string, say func(word string) string) {
	if word == "" {
		p.Put(`<button type="button" class="button" disabled>`, verb, `</button>`)
		return
	}
	p.Put(`<button type="button" class="button" data-word="`).Text(word).Put(`"><b>`, verb, `</b> <small>`).Text(say(of)).Put("</small></button>")
}

// Count is a number with its noun: "1 card", "3 cards".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// List is some words as a sentence lists them: "Ann, Bob and Cy".
func List(words []string) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n], ", ") + " and " + words[n]
}

// Apart returns the names so that no two are the same, whatever their case: the second Ann is
// "Ann (2)".
func Apart(given []string) []string {
	list := make([]string, len(given))
	for i, name := range given {
		list[i] = name
		for n := 2; taken(given, list, i); n++ {
			list[i] = name + " (" + strconv.Itoa(n) + ")"
		}
	}
	return list
}

// taken reports whether the i-th name is that of somebody before, or was chosen by another.
func taken(given, list []string, i int) bool {
	for j := range given {
		if j < i && fold(list[j]) == fold(list[i]) || j > i && list[i] != given[i] && fold(given[j]) == fold(list[i]) {
			return true
		}
	}
	return false
}

// fold is a name as it is compared.
func fold(name string) string { return strings.ToLower(name) }
