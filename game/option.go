package game

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Options are the options that a table sets, by name. A value is an int or a
// string. In JSON they are an object of whole numbers and strings.
type Options map[string]any

// Option describes one option of a game: a whole number from Min to Max, or,
// where Words is not empty, one of some words.
type Option struct {
	// Name is the option's word: "target".
	Name string
	// Rule is the number of the rule that defines it: "T15".
	Rule string
	// Help is a sentence for people.
	Help string
	// Min and Max bound a whole number, both included.
	Min, Max int
	// Words lists the values of an option that is not a number.
	Words []string
	// Default is the value that a table with so many players has when it
	// does not set the option; nil if leaving it out is the only way to say
	// so.
	Default func(players int) any
}

// want says which values are right, for an error.
func (o Option) want() string {
	if len(o.Words) > 0 {
		return "one of " + strings.Join(o.Words, ", ")
	}
	return fmt.Sprintf("a whole number from %d to %d", o.Min, o.Max)
}

// accepts reports whether the value has the option's type and range.
func (o Option) accepts(v any) bool {
	switch v := v.(type) {
	case int:
		return len(o.Words) == 0 && o.Min <= v && v <= o.Max
	case string:
		return slices.Contains(o.Words, v)
	}
	return false
}

// refuse returns the error for a value that the option does not accept.
func (o Option) refuse(value string) error {
	return &Error{What: o.Name + "=" + value, Rule: o.Rule, Why: "want " + o.want()}
}

// CheckOptions refuses options that are not in the list or whose value has the
// wrong type or is out of range, with an *Error, and returns a copy without
// those that only repeat their default.
func CheckOptions(list []Option, players int, options Options) (Options, error) {
	kept := Options{}
	for _, name := range sortedNames(options) {
		value := options[name]
		o, err := find(list, name)
		if err != nil {
			return nil, err
		}
		if !o.accepts(value) {
			text, _ := json.Marshal(value)
			return nil, o.refuse(string(text))
		}
		if o.Default == nil || o.Default(players) != value {
			kept[name] = value
		}
	}
	return kept, nil
}

// ParseOption reads an option written as "name=value" into options, as a
// command line does. It refuses what CheckOptions would, and a name that is
// already there.
func ParseOption(list []Option, options Options, text string) error {
	name, value, found := strings.Cut(text, "=")
	if !found {
		return &Error{What: text, Why: "want an option as name=value"}
	}
	o, err := find(list, name)
	if err != nil {
		return err
	}
	if _, twice := options[name]; twice {
		return &Error{What: text, Rule: o.Rule, Why: "the option is given twice"}
	}
	var v any = value
	if len(o.Words) == 0 {
		n, err := strconv.Atoi(value)
		if err != nil || strconv.Itoa(n) != value {
			return o.refuse(value)
		}
		v = n
	}
	if !o.accepts(v) {
		return o.refuse(value)
	}
	options[name] = v
	return nil
}

func find(list []Option, name string) (Option, error) {
	names := make([]string, len(list))
	for i, o := range list {
		if o.Name == name {
			return o, nil
		}
		names[i] = o.Name
	}
	if len(names) == 0 {
		names = []string{"none"}
	}
	return Option{}, &Error{What: name, Why: "there is no such option; this game has " + strings.Join(names, ", ")}
}

func sortedNames(options Options) []string {
	names := make([]string, 0, len(options))
	for name := range options {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// UnmarshalJSON reads an object whose values are whole numbers and strings and
// in which no name comes twice. Names are told apart by case.
func (o *Options) UnmarshalJSON(data []byte) error {
	fields, err := Fields(data, `{"target":20}`)
	if err != nil {
		return fmt.Errorf("options: %w", err)
	}
	read := Options{}
	for _, f := range fields {
		if read[f.Name], err = optionValue(f.Value); err != nil {
			return fmt.Errorf("options: %s: %w", Quote(f.Name), err)
		}
	}
	*o = read
	return nil
}

func optionValue(raw json.RawMessage) (any, error) {
	if n, err := strconv.Atoi(string(raw)); err == nil && strconv.Itoa(n) == string(raw) {
		return n, nil
	}
	var s string
	if raw[0] == '"' && json.Unmarshal(raw, &s) == nil {
		return s, nil
	}
	return nil, fmt.Errorf("want a whole number or a string, not %s", Quote(string(raw)))
}
