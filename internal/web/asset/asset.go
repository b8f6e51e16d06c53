// Package asset is the files that pages need beside their HTML: style, script,
// pictures, sounds. Each has an address with a hash of its content in it, so that
// browsers may keep it for good.
//
// The package must never know pages or games.
package asset

//go:generate go run ../../../tools/wasm -o program

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

//go:embed files
var files embed.FS

// programs is what runs in browsers, as tools/wasm makes it: the house on one device, the
// pads of a real table, and Go's script for them.
//
//go:embed program
var programs embed.FS

// kinds are the media types of the files that there are, by the end of their names.
var kinds = map[string]string{
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".png":   "image/png",
	".svg":   "image/svg+xml",
	".wasm":  "application/wasm",
	".woff2": "font/woff2",
}

// file is one file as it is served.
type file struct {
	kind string // its media type
	// plain and gzip are made when somebody asks for them first; gzip is nil where it gains
	// nothing.
	plain, gzip func() []byte
	brotli      []byte        // nil for a file that is kept as it is
	sum         func() string // of what is in it, also made when somebody asks for it
}

// A shelf is all files.
type shelf struct {
	byAddress map[string]*file  // "3f2a9c01d4/saloon.css"
	addresses map[string]string // by name
}

// styles are the style sheets, in their order, that are served as one, saloon.css.
var styles = []string{"base.css", "page.css", "texas.css", "raincheck.css", "guide.css"}

// alone are the style sheets of some pages only.
var alone = []string{"pad.css"}

// all is the files, put on the shelf when the first of them is asked for: commands that
// show no page do not pay for it.
var all = sync.OnceValue(func() *shelf {
	s := &shelf{byAddress: map[string]*file{}, addresses: map[string]string{}}
	var sheet []byte
	err := fs.WalkDir(files, "files", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) == ".css" {
			return err
		}
		data, err := files.ReadFile(name)
		s.add(strings.TrimPrefix(name, "files/"), data)
		return err
	})
	for _, name := range styles {
		data, missing := files.ReadFile("files/" + name)
		err = errors.Join(err, missing)
		sheet = append(sheet, data...)
	}
	s.add("saloon.css", sheet)
	for _, name := range alone {
		data, missing := files.ReadFile("files/" + name)
		err = errors.Join(err, missing)
		s.add(name, data)
	}
	if err != nil {
		panic(err) // the files are in the program
	}
	s.addPrograms()
	return s
})

// addPrograms makes the programs known that run in browsers, which are kept compressed.
func (s *shelf) addPrograms() {
	script, err := programs.ReadFile("program/wasm_exec.js")
	if err != nil {
		panic(err) // the files are in the program
	}
	s.add("wasm_exec.js", script)
	for _, name := range []string{"pocket.wasm", "pad.wasm"} {
		packed, err := programs.ReadFile("program/" + name + ".br")
		if err != nil {
			panic(err)
		}
		f := s.put(name, packed, sync.OnceValue(func() []byte {
			plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
			if err != nil {
				panic(err) // we have packed it ourselves
			}
			return plain
		}))
		f.brotli = packed
		f.sum = sync.OnceValue(func() string { return sumOf(brotli.NewReader(bytes.NewReader(packed))) })
	}
}

// add makes a file known. Style sheets may name others by url(asset:NAME).
func (s *shelf) add(name string, data []byte) {
	if path.Ext(name) == ".css" {
		for other, address := range s.addresses {
			data = bytes.ReplaceAll(data, []byte("asset:"+other+")"), []byte("../"+address+")"))
		}
	}
	s.put(name, data, func() []byte { return data })
}

// put puts a file on the shelf, at an address that changes with the data that it is kept
// as.
func (s *shelf) put(name string, data []byte, plain func() []byte) *file {
	sum := sha256.Sum256(data)
	address := hex.EncodeToString(sum[:5]) + "/" + name
	f := &file{kind: kinds[path.Ext(name)], plain: plain, gzip: sync.OnceValue(func() []byte { return compress(plain()) })}
	f.sum = sync.OnceValue(func() string { return sumOf(bytes.NewReader(plain())) })
	s.byAddress[address], s.addresses[name] = f, address
	return f
}

// sumOf reads what can be read to its end.
func sumOf(r io.Reader) string {
	sum := sha256.New()
	if _, err := io.Copy(sum, r); err != nil {
		panic(err) // all files are in the program
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// compress returns data as gzip has it, nil if that is hardly smaller.
func compress(data []byte) []byte {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(data)
	}
	if err != nil || w.Close() != nil || packed.Len() > len(data)*9/10 {
		return nil
	}
	return packed.Bytes()
}

// URL returns the address of a file below the house's base path: "" or "/saloon".
// It panics if there is no such file.
func URL(base, name string) string {
	address, ok := all().addresses[name]
	if !ok {
		panic("asset: there is no file " + name)
	}
	return base + "/static/" + address
}

// Read returns what is in a file. It panics if there is no such file.
func Read(name string) []byte {
	address, ok := all().addresses[name]
	if !ok {
		panic("asset: there is no file " + name)
	}
	return all().byAddress[address].plain()
}

// Sum returns the SHA-256 of what is in a file, in hexadecimal: whoever keeps it can tell
// that it is whole. It panics if there is no such file.
func Sum(name string) string {
	address, ok := all().addresses[name]
	if !ok {
		panic("asset: there is no file " + name)
	}
	return all().byAddress[address].sum()
}

// Names lists the files that there are, with their sizes as they are sent to a
// browser that takes gzip and Brotli.
func Names() map[string]int {
	list := map[string]int{}
	for name, address := range all().addresses {
		body, _ := all().byAddress[address].as("gzip, br")
		list[name] = len(body)
	}
	return list
}

// Size is how much of a file is sent to such a browser, for people: "1.4 MB", on one line. It
// panics if there is no such file.
func Size(name string) string {
	address, ok := all().addresses[name]
	if !ok {
		panic("asset: there is no file " + name)
	}
	body, _ := all().byAddress[address].as("gzip, br")
	return strconv.FormatFloat(float64(len(body))/1e6, 'f', 1, 64) + "\u00a0MB"
}

// as returns a file as it is sent to somebody who accepts some encodings, and the one that
// it has, "" for none.
func (f *file) as(accept string) (body []byte, encoding string) {
	if f.brotli != nil && strings.Contains(accept, "br") {
		return f.brotli, "br"
	}
	if strings.Contains(accept, "gzip") {
		if packed := f.gzip(); packed != nil {
			return packed, "gzip"
		}
	}
	return f.plain(), ""
}

// ServeHTTP answers with a file; the request's path is its address without base and
// "/static/".
func ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := all().byAddress[strings.TrimPrefix(r.URL.Path, "/")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	body, encoding := f.as(r.Header.Get("Accept-Encoding"))
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// Source returns a file as it lies in the program, for whoever draws with it elsewhere
// than in a browser; its error is that there is none of that name.
func Source(name string) ([]byte, error) { return files.ReadFile("files/" + name) }
