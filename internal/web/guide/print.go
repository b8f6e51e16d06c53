package guide

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"sync"
	"time"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/press"
)

// printed is the cards of a game as PDF, made when first asked for.
type printed func() (pdf, error)

// pdf is a file with the mark by which browsers know it again.
type pdf struct {
	data []byte
	etag string
}

// prints are all files there are to print, by their names. Each is made when somebody asks for
// it first, once, and kept: they are the same for everybody, some 900 kB together.
func prints() map[string]printed {
	list := map[string]printed{}
	for _, name := range press.Games() {
		for _, how := range sheets {
			list[press.FileName(name, how.Options)] = sync.OnceValues(func() (pdf, error) {
				var b bytes.Buffer
				if err := press.Print(&b, name, how.Options); err != nil {
					return pdf{}, err
				}
				sum := sha256.Sum256(b.Bytes())
				return pdf{b.Bytes(), `"` + hex.EncodeToString(sum[:8]) + `"`}, nil
			})
		}
	}
	return list
}

// sheets are the ways to print, in the order in which pages offer them.
var sheets = []struct {
	press.Options
	words string
}{
	{press.Options{Paper: "a4"}, "A4"},
	{press.Options{Paper: "a4", Grey: true}, "A4, no colors"},
	{press.Options{Paper: "letter"}, "Letter"},
	{press.Options{Paper: "letter", Grey: true}, "Letter, no colors"},
}

// sendPrint answers with a file, to be kept under its name.
func (g *guide) sendPrint(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	file, ok := g.prints[name]
	if !ok {
		g.Fail(w, r, fmt.Errorf("there is nothing to print called %s: %w", game.Quote(name), fs.ErrNotExist))
		return
	}
	made, err := file()
	if err != nil {
		g.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Disposition", `attachment; filename="saloon-`+name+`"`)
	h.Set("Cache-Control", "no-cache") // kept, but asked for again: an update of the house may change it
	h.Set("ETag", made.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(made.data))
}
