// Package element finds where the elements of a house's pages end, in whole pages and in
// updates.
//
// The package must never know what an element says or what it is for.
package element

import "bytes"

// Len is the length of the element that data begins with, up to its end tag;
// all of data if that does not come.
func Len(data []byte) int {
	at, depth := 0, 0
	for {
		i := bytes.IndexByte(data[at:], '<')
		if i < 0 {
			return len(data)
		}
		at += i
		n := TagLen(data[at:])
		tag := data[at : at+n]
		at += n
		switch {
		case len(tag) < 3 || tag[1] == '!' || tag[len(tag)-2] == '/' || isVoid(tag):
		case tag[1] == '/':
			depth--
		default:
			depth++
		}
		if depth <= 0 {
			return at
		}
	}
}

// TagLen is the length of the tag that data begins with, to its ">", which may stand
// in quotes before.
func TagLen(data []byte) int {
	quotes := 0
	for at := 0; ; {
		i := bytes.IndexByte(data[at:], '>')
		if i < 0 {
			return len(data)
		}
		quotes += bytes.Count(data[at:at+i], []byte(`"`))
		at += i + 1
		if quotes%2 == 0 {
			return at
		}
	}
}

// isVoid reports whether the tag's element never has an end tag.
func isVoid(tag []byte) bool {
	end := 1
	for end < len(tag) && (tag[end]|0x20 >= 'a' && tag[end]|0x20 <= 'z') {
		end++
	}
	switch string(tag[1:end]) {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return true
	}
	return false
}
