package record_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/saloon-games/saloon/record"
)

// lines is the records of the vectors.
func lines(b *testing.B) [][]byte {
	b.Helper()
	var list [][]byte
	vectors(b, "games.jsonl.gz", func(_ int, line []byte) {
		var v struct{ Record json.RawMessage }
		if err := json.Unmarshal(line, &v); err != nil {
			b.Fatal(err)
		}
		list = append(list, v.Record)
	})
	return list
}

// each measures f on one record of the vectors after the other.
func each(b *testing.B, list [][]byte, f func(line []byte) error) {
	b.Helper()
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if err := f(list[n%len(list)]); err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
}

func BenchmarkParse(b *testing.B) {
	each(b, lines(b), func(line []byte) error {
		_, err := record.Parse(line)
		return err
	})
}

func BenchmarkParseAndReplay(b *testing.B) {
	each(b, lines(b), func(line []byte) error {
		rec, err := record.Parse(line)
		if err != nil {
			return err
		}
		return rec.Check()
	})
}

func BenchmarkParseAndReplayWithViews(b *testing.B) {
	each(b, lines(b), func(line []byte) error {
		rec, err := record.Parse(line)
		if err != nil {
			return err
		}
		_, err = rec.Match()
		return err
	})
}

func BenchmarkStream(b *testing.B) {
	list := lines(b)
	in := record.NewReader(&around{list: list})
	each(b, list, func([]byte) error {
		_, err := in.Read()
		return err
	})
}

// around is a stream of records without end.
type around struct {
	list [][]byte
	next int
	rest bytes.Reader
}

func (a *around) Read(p []byte) (int, error) {
	n, err := a.rest.Read(p)
	if errors.Is(err, io.EOF) {
		a.rest.Reset(a.list[a.next%len(a.list)])
		a.next++
		return a.rest.Read(p)
	}
	return n, err
}

func BenchmarkWrite(b *testing.B) {
	var records []*record.Record
	for _, line := range lines(b) {
		rec, err := record.Parse(line)
		if err != nil {
			b.Fatal(err)
		}
		records = append(records, rec)
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if err := record.Write(io.Discard, records[n%len(records)]); err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "records/s")
}
