package guide

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/saloon-games/saloon/game"
)

// A ruleBook is a game's section of the rules, ready to be shown.
type ruleBook struct {
	game, title, seats string
	chapters           []chapter
	html               string
}

// A chapter is a heading of the section and the rules below it.
type chapter struct {
	id, title string
	numbers   []string // "T1"
}

var (
	ruleNumber = regexp.MustCompile(`^[A-Z]\d{1,2}$`)
	// mention is a rule's number in a text.
	mention = regexp.MustCompile(`\b[A-Z]\d{1,2}\b`)
)

// readRules renders the section of a game. Every rule gets its number as its id, and
// wherever a text names a rule of the game that is a link to it.
func readRules(markdown string, rules game.Rules) (*ruleBook, error) {
	source := []byte(markdown)
	md := goldmark.New(goldmark.WithExtensions(extension.Table))
	whole := md.Parser().Parse(text.NewReader(source))
	section, heading := cut(whole, source, rules.Name())
	if section == nil {
		return nil, fmt.Errorf("RULES.md has no section for %s", rules.Name())
	}
	b := &ruleBook{game: rules.Name(), title: rules.Title()}
	if _, seats, ok := strings.Cut(heading, ", "); ok {
		b.seats = seats
	}
	known := map[string]bool{}
	if err := ast.Walk(section, b.number(source, known)); err != nil {
		return nil, err
	}
	if len(known) == 0 {
		return nil, fmt.Errorf("RULES.md has no numbered rules for %s", rules.Name())
	}
	link(section, source, known)
	var html bytes.Buffer
	if err := md.Renderer().Render(&html, source, section); err != nil {
		return nil, fmt.Errorf("RULES.md: %w", err)
	}
	b.html = html.String()
	return b, nil
}

// cut moves what stands below the heading of a game's section into a document of its
// own, and returns that and the heading's text.
func cut(whole ast.Node, source []byte, name string) (section *ast.Document, heading string) {
	for n := whole.FirstChild(); n != nil; {
		next := n.NextSibling()
		h, ok := n.(*ast.Heading)
		switch {
		case ok && h.Level == 2 && section != nil:
			return section, heading
		case ok && h.Level == 2 && strings.Contains(plainText(h, source), "("+name+")"):
			section, heading = ast.NewDocument(), plainText(h, source)
		case section != nil:
			section.AppendChild(section, n)
		}
		n = next
	}
	return section, heading
}

// plainText is the text of a node and all below it.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(source))
			continue
		}
		b.WriteString(plainText(c, source))
	}
	return b.String()
}

// number gives ids to headings and rules, lists them, and names colors in the class
// of their cell.
func (b *ruleBook) number(source []byte, known map[string]bool) ast.Walker {
	return func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			title := plainText(n, source)
			id := strings.ReplaceAll(strings.ToLower(title), " ", "-")
			n.SetAttributeString("id", []byte(id))
			n.Level = 2
			b.chapters = append(b.chapters, chapter{id: id, title: title})
		case *ast.ListItem:
			mark, ok := firstInline(n).(*ast.Emphasis)
			if !ok || mark.Level != 2 || !ruleNumber.MatchString(plainText(mark, source)) || len(b.chapters) == 0 {
				break
			}
			number := plainText(mark, source)
			if known[number] {
				return ast.WalkStop, fmt.Errorf("RULES.md: %s stands twice", number)
			}
			known[number] = true
			last := &b.chapters[len(b.chapters)-1]
			last.numbers = append(last.numbers, number)
			n.SetAttributeString("id", []byte(number))
			n.SetAttributeString("class", []byte("rule"))
			self := linkTo(number)
			self.SetAttributeString("class", []byte("rule-no"))
			mark.Parent().ReplaceChild(mark.Parent(), mark, self)
		case *east.TableCell:
			paint(n, source)
		}
		return ast.WalkContinue, nil
	}
}

// paint shows the color that a row of the table of cards is about: in its first cell,
// and on the symbol in its last.
func paint(cell *east.TableCell, source []byte) {
	if _, ok := cell.Parent().(*east.TableRow); !ok {
		return
	}
	color := plainText(cell.Parent().FirstChild(), source)
	switch {
	case cell.PreviousSibling() == nil:
		cell.SetAttributeString("class", []byte("swatch "+color))
	case cell.NextSibling() == nil:
		drawn := ast.NewString([]byte(`<span class="sym ` + color + `"></span> `))
		drawn.SetCode(true) // markup of ours, not to be escaped
		cell.InsertBefore(cell, cell.FirstChild(), drawn)
	}
}

// firstInline is the first piece of text of a list item.
func firstInline(n *ast.ListItem) ast.Node {
	if block := n.FirstChild(); block != nil {
		return block.FirstChild()
	}
	return nil
}

func linkTo(number string) *ast.Link {
	l := ast.NewLink()
	l.Destination = []byte("#" + number)
	l.AppendChild(l, ast.NewString([]byte(number)))
	return l
}

// link makes links of the rules' numbers in the texts below a node.
func link(n ast.Node, source []byte, known map[string]bool) {
	for c := n.FirstChild(); c != nil; {
		next := c.NextSibling()
		switch t := c.(type) {
		case *ast.Link, *ast.CodeSpan:
		case *ast.Text:
			linkText(n, t, source, known)
		default:
			link(c, source, known)
		}
		c = next
	}
}

// linkText divides a text at the rules' numbers in it.
func linkText(parent ast.Node, t *ast.Text, source []byte, known map[string]bool) {
	value := t.Segment.Value(source)
	from := 0
	for _, at := range mention.FindAllIndex(value, -1) {
		number := string(value[at[0]:at[1]])
		if !known[number] {
			continue
		}
		if at[0] > from {
			parent.InsertBefore(parent, t, ast.NewTextSegment(text.NewSegment(t.Segment.Start+from, t.Segment.Start+at[0])))
		}
		parent.InsertBefore(parent, t, linkTo(number))
		from = at[1]
	}
	t.Segment = text.NewSegment(t.Segment.Start+from, t.Segment.Stop)
}

// withRules shows a text in which rules' numbers are links to a game's rules.
func withRules(base, name, say string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b strings.Builder
		from := 0
		for _, at := range mention.FindAllStringIndex(say, -1) {
			number := say[at[0]:at[1]]
			b.WriteString(templ.EscapeString(say[from:at[0]]))
			b.WriteString(`<a href="` + templ.EscapeString(base+"/rules/"+name) + "#" + number + `">` + number + "</a>")
			from = at[1]
		}
		b.WriteString(templ.EscapeString(say[from:]))
		_, err := io.WriteString(w, b.String())
		return err
	})
}

// of says where one is: "4 of 11".
func of(n, all int) string { return strconv.Itoa(n) + " of " + strconv.Itoa(all) }
