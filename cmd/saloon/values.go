package main

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/saloon-games/saloon/game"
)

// valueMappers read what is given to flags and arguments, in place of kong's own:
// numbers are plain decimal, and what is refused is refused in words for people.
func valueMappers(args []string) []kong.Option {
	v := values(args)
	lists := kong.NewRegistry().RegisterDefaults().ForType(reflect.TypeFor[[]string]())
	return []kong.Option{
		kong.KindMapper(reflect.Int, kong.MapperFunc(v.readInt)),
		kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(v.readDuration)),
		kong.KindMapper(reflect.Uint64, kong.MapperFunc(v.readUint64)),
		kong.KindMapper(reflect.String, kong.MapperFunc(v.readString)),
		kong.KindMapper(reflect.Bool, boolMapper{}),
		kong.KindMapper(reflect.Slice, kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
			if !hasValue(ctx) {
				return v.refuseMissing(ctx)
			}
			return lists.Decode(ctx, target)
		})),
	}
}

// values reads what the arguments say.
type values []string

// valueError is a flag whose value is refused. It says which flag itself.
type valueError struct{ text string }

func (e *valueError) Error() string { return e.text }

// refuseValue returns the error for a value that the flag does not take.
func (v values) refuseValue(ctx *kong.DecodeContext, value, format string, args ...any) error {
	return &valueError{v.flagName(ctx) + " " + game.Quote(value) + ": " + fmt.Sprintf(format, args...)}
}

// refuseMissing returns the error for a flag that nothing follows.
func (v values) refuseMissing(ctx *kong.DecodeContext) error {
	text := v.flagName(ctx) + ": want " + ctx.Value.Flag.FormatPlaceHolder() + " after it"
	if t := ctx.Scan.Peek(); !t.IsEOL() {
		text += fmt.Sprintf(", not %s", game.Quote(t.String()))
	}
	return &valueError{text}
}

// flagName is the flag as it was given: by its long name, or else by its letter.
func (v values) flagName(ctx *kong.DecodeContext) string {
	f := ctx.Value.Flag
	long := "--" + f.Name
	isLong := func(arg string) bool { return arg == long || strings.HasPrefix(arg, long+"=") }
	if f.Short == 0 || slices.ContainsFunc(v, isLong) {
		return long
	}
	return "-" + string(f.Short)
}

// hasValue reports whether something follows that is a value and no other flag.
func hasValue(ctx *kong.DecodeContext) bool {
	t := ctx.Scan.Peek()
	return !t.IsEOL() && (t.Type != kong.UntypedToken || t.IsValue())
}

// readString reads a word.
func (v values) readString(ctx *kong.DecodeContext, target reflect.Value) error {
	if !hasValue(ctx) {
		return v.refuseMissing(ctx)
	}
	if err := ctx.Scan.PopValueInto("string", target.Addr().Interface()); err != nil {
		return err
	}
	if choices := ctx.Value.EnumSlice(); ctx.Value.Enum != "" && !slices.Contains(choices, target.String()) {
		last := len(choices) - 1
		return v.refuseValue(ctx, target.String(), "want %s or %s", strings.Join(choices[:last], ", "), choices[last])
	}
	return nil
}

// boolMapper reads a flag that needs no value.
type boolMapper struct{}

// IsBool implements kong.BoolMapper.
func (boolMapper) IsBool() bool { return true }

// Decode implements kong.Mapper.
func (boolMapper) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	value := "true"
	if ctx.Scan.Peek().Type == kong.FlagValueToken {
		value = ctx.Scan.Pop().String()
	}
	if value != "true" && value != "false" {
		return &valueError{fmt.Sprintf("--%s=%s: want no value, or true or false", ctx.Value.Name, game.Quote(value))}
	}
	target.SetBool(value == "true")
	return nil
}

// readInt reads a whole number in the bounds that the flag's tags min and max say.
func (v values) readInt(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := v.digits(ctx)
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(text, 10, 0)
	if least, most := bounds(ctx.Value); err != nil || n < least || n > most {
		want := wantNumber(ctx.Value, err != nil)
		if !ctx.Value.Tag.Has("min") {
			want = "a number " + want
		}
		return v.refuseValue(ctx, text, "want %s", want)
	}
	target.SetInt(n)
	return nil
}

// readUint64 reads a number of 64 bits.
func (v values) readUint64(ctx *kong.DecodeContext, target reflect.Value) error {
	text, err := v.digits(ctx)
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return v.refuseValue(ctx, text, "want 0 to %d", uint64(math.MaxUint64))
	}
	target.SetUint(n)
	return nil
}

// readDuration reads a time span.
func (v values) readDuration(ctx *kong.DecodeContext, target reflect.Value) error {
	if ctx.Scan.Peek().IsEOL() {
		return v.refuseMissing(ctx)
	}
	text := ctx.Scan.Pop().String()
	d, err := time.ParseDuration(text)
	if err != nil {
		return v.refuseValue(ctx, text, "want a time with its unit, such as 900ms or 2s")
	}
	target.SetInt(int64(d))
	return nil
}

// digits takes the flag's value if it is a number as people write it: decimal
// digits, perhaps after a minus, without leading zeros.
func (v values) digits(ctx *kong.DecodeContext) (string, error) {
	if ctx.Scan.Peek().IsEOL() {
		return "", &valueError{v.flagName(ctx) + ": want a number after it, " + wantNumber(ctx.Value, false)}
	}
	text := ctx.Scan.Pop().String()
	if isPlain(text) {
		return text, nil
	}
	want := "want a whole number in plain decimal digits"
	// A number in another dress: say how it is written here.
	plain := strings.TrimLeft(strings.ReplaceAll(strings.TrimPrefix(text, "+"), "_", ""), "0")
	if text != "" && plain == "" {
		plain = "0"
	}
	if isPlain(plain) {
		return "", v.refuseValue(ctx, text, "%s: %s", want, plain)
	}
	return "", v.refuseValue(ctx, text, "%s, %s", want, wantNumber(ctx.Value, false))
}

// isPlain reports whether the text is a whole number to the letter, of any size.
func isPlain(text string) bool {
	number := strings.TrimPrefix(text, "-")
	return number != "" && strings.Trim(number, "0123456789") == "" && (number[0] != '0' || text == "0")
}

// bounds is the least and the greatest value of a flag.
func bounds(v *kong.Value) (least, most int64) {
	least, most = math.MinInt, math.MaxInt
	if v.Tag.Has("min") {
		least, _ = v.Tag.GetInt("min")
	}
	if v.Tag.Has("max") {
		most, _ = v.Tag.GetInt("max")
	}
	return least, most
}

// wantNumber says which numbers the flag takes, with the greatest if somebody went
// beyond it.
func wantNumber(v *kong.Value, all bool) string {
	least, most := bounds(v)
	switch {
	case v.Tag.Has("max"), all && v.Tag.Has("min"):
		return fmt.Sprintf("%d to %d", least, most)
	case v.Tag.Has("min"):
		return fmt.Sprintf("%d or more", least)
	case v.Target.Kind() == reflect.Pointer && v.Target.Type().Elem().Kind() == reflect.Uint64:
		return "0 or more"
	default:
		return "such as 4" // the rules know the bounds
	}
}
