package game

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Field is a field of a JSON object.
type Field struct {
	Name  string
	Value json.RawMessage
}

// Fields splits a JSON object into its fields, in their order. Names are told
// apart by case, and none may come twice: encoding/json alone would take the last
// of "seat" and "SEAT" for one field. The error does not say which object; wrap it.
// An example says in the error what an object looks like.
func Fields(object []byte, example string) ([]Field, error) {
	dec := json.NewDecoder(bytes.NewReader(object))
	if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
		return nil, fmt.Errorf("want an object such as %s, not %s", example, Quote(string(object)))
	}
	fields := []Field{}
	names := map[string]bool{}
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return nil, plain(err)
		}
		f := Field{Name: tok.(string)} // an object's names are strings, says the decoder
		if names[f.Name] {
			return nil, fmt.Errorf("the field %s is given twice", Quote(f.Name))
		}
		names[f.Name] = true
		if err := dec.Decode(&f.Value); err != nil {
			return nil, fmt.Errorf("%s: %w", Quote(f.Name), plain(err))
		}
		fields = append(fields, f)
	}
	if _, err := dec.Token(); err != nil {
		return nil, plain(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("want one object, not %s", Quote(string(object)))
	}
	return fields, nil
}

// plain says in plain words that a JSON text is cut off.
func plain(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrCutOff
	}
	return err
}

// ErrCutOff is the refusal of a JSON text that ends too early.
var ErrCutOff = errors.New("the JSON ends in the middle")
