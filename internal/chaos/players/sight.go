package players

import (
	"html"
	"maps"
	"regexp"
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/internal/chaos/history"
	"github.com/saloon-games/saloon/internal/load/element"
)

// A page is what a browser has of a table: the attributes of #table, and the parts as
// they were last sent.
type page struct {
	history.Sight
	parts   map[string]part
	away    bool // a bot plays for who looks
	asked   bool // to say that they have seen enough
	seedFor bool // the seat has not given its seed for the next game
}

// A part is an element that is replaced as a whole.
type part struct {
	faces, words []string
	next, back   bool // it has the control that says "seen enough", or "I play again myself"
	seal, secret string
}

var (
	attributes = regexp.MustCompile(` data-([a-z-]+)(?:="([^"]*)")?`)
	partID     = regexp.MustCompile(`^<[a-z]+ id="([^"]*)"`)
	marks      = regexp.MustCompile(`data-card="([^"]*)"|class="(face [^"]*)"|class="tx (mini) [^"]*"><b>([0-9]+)<`)
	offers     = regexp.MustCompile(` data-move="([^"]*)"`)
	seals      = regexp.MustCompile(`<dt>(Seal|Secret)</dt><dd><code>([0-9a-f]*)<`)
	mainStart  = regexp.MustCompile(`<main id="table"[^>]*>`)
)

// whole takes in a page as it comes for its address. It reports whether a table was in it.
func (p *page) whole(body string) bool {
	at := mainStart.FindStringIndex(body)
	if at == nil {
		return false
	}
	p.parts = map[string]part{}
	p.table(body[at[0]:at[1]])
	p.elements(body[at[1]:], true)
	p.compose()
	return true
}

// patch takes in an update of a stream; the first one of a stream replaces all.
func (p *page) patch(data string, first bool) {
	if first || p.parts == nil {
		p.parts = map[string]part{}
	}
	p.elements(data, false)
	p.compose()
}

// table reads the attributes that say how the table stands.
func (p *page) table(tag string) {
	phase := p.Phase
	p.Sight = history.Sight{Turn: history.Nobody, You: history.Nobody}
	p.seedFor = false
	for _, m := range attributes.FindAllStringSubmatch(tag, -1) {
		n, err := strconv.ParseInt(m[2], 10, 64)
		if err != nil {
			n = history.Nobody
		}
		switch m[1] {
		case "seq":
			p.Seq = n
		case "number":
			p.Number = int(n)
		case "ply":
			p.Ply = int(n)
		case "turn":
			p.Turn = int(n)
		case "you":
			p.You = int(n)
		case "phase":
			p.Phase = m[2]
		case "seed-for":
			p.seedFor = true
		}
	}
	if p.Phase != phase { // other parts are shown now, and those of before are gone
		maps.DeleteFunc(p.parts, func(id string, _ part) bool { return id != "menu" && id != "talk" && id != "fair" })
	}
}

// elements takes in elements that follow each other. On a page they may stand within
// others, in a stream they do not.
func (p *page) elements(text string, within bool) {
	data := []byte(text)
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '<')
		if i < 0 {
			return
		}
		at += i
		m := partID.FindStringSubmatch(text[at:])
		n := element.TagLen(data[at:])
		if m != nil || !within {
			n = element.Len(data[at:])
		}
		whole := text[at : at+n]
		switch {
		case m == nil: // what is said to people who listen, or what is around the parts
		case m[1] == "table":
			p.table(whole[:element.TagLen(data[at:])])
		default:
			p.parts[m[1]] = partOf(whole)
		}
		at += n
	}
}

func partOf(text string) (p part) {
	for _, m := range marks.FindAllStringSubmatch(text, -1) {
		p.faces = append(p.faces, strings.TrimSpace(m[1]+m[2]+m[3]+" "+m[4]))
	}
	for _, m := range offers.FindAllStringSubmatch(text, -1) {
		p.words = append(p.words, html.UnescapeString(m[1]))
	}
	for _, m := range seals.FindAllStringSubmatch(text, -1) {
		if m[1] == "Seal" {
			p.seal = m[2]
		} else {
			p.secret = m[2]
		}
	}
	p.next = strings.Contains(text, ` data-action="next"`)
	p.back = strings.Contains(text, ` data-action="return"`)
	return p
}

// compose puts together what all parts show.
func (p *page) compose() {
	p.Words, p.Faces, p.Seal, p.Secret = nil, nil, "", ""
	p.asked, p.away = false, false
	for id, part := range p.parts {
		p.Words = append(p.Words, part.words...)
		if len(part.faces) > 0 {
			if p.Faces == nil {
				p.Faces = map[string][]string{}
			}
			p.Faces[id] = part.faces
		}
		p.Seal += part.seal // one part has them
		p.Secret += part.secret
		p.asked = p.asked || part.next
		p.away = p.away || part.back
	}
}
