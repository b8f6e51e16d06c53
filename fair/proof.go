package fair

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Proof is what a finished game's record says about its shuffles, in the
// record's field "fair". With it and the events anyone can repeat every draw.
//
// Its JSON is an object with exactly the fields scheme, table, commitment,
// serverSeed and clientSeeds; seeds and commitment are lower-case hex. Reading
// is strict: a missing, unknown, repeated or null field, another scheme, capitals
// in hex and anything over a limit are refused. Neither reading nor writing asks
// whether the commitment is kept: that is Check.
type Proof struct {
	Table       string     // the table's id, 1 to 255 bytes of UTF-8
	Commitment  Commitment // published before any client seed was taken
	ServerSeed  Seed       // revealed when the game was over
	ClientSeeds [][]byte   // in seat order, empty for a seat that gave none
}

// Check returns an error that says what is wrong with the proof: a limit is
// passed (see NewStream), or the server seed is not the one that was committed to.
func (p Proof) Check() error {
	if err := p.checkForm(); err != nil {
		return err
	}
	if got := p.ServerSeed.Commit(); got != p.Commitment {
		return fmt.Errorf("fair: the server seed does not fit the commitment: its SHA-256 is %v, but %v was published", got, p.Commitment)
	}
	return nil
}

func (p Proof) checkForm() error {
	if err := checkTable(p.Table); err != nil {
		return err
	}
	return checkClients(p.ClientSeeds)
}

// Stream returns the stream of the game's chance event with that number, counted
// from 1 among all events, as it was when the game was played. It refuses a
// proof that Check refuses.
func (p Proof) Stream(event uint64) (*Stream, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	return NewStream(p.ServerSeed, p.Table, event, p.ClientSeeds)
}

// Verify returns nil if drawn is what the game's chance event with that number
// had to draw, and otherwise an error that says what is wrong.
//
// The pool lists the things that were drawn from, in the order that the game's
// rules of fairness give (docs/fairness.md); the values are the caller's own, and
// equal things may share one. Drawn lists the values in the order drawn: at least
// one, at most as many as the pool has. The pool has at most 256.
func Verify(p Proof, event uint64, pool, drawn []uint8) error {
	if len(drawn) < 1 || len(drawn) > len(pool) || len(pool) > MaxPool {
		return fmt.Errorf("fair: event %d: %d drawn of %d: at least 1 must be drawn, from a pool of at least as many and at most %d",
			event, len(drawn), len(pool), MaxPool)
	}
	s, err := p.Stream(event)
	if err != nil {
		return err
	}
	places := make([]uint8, len(drawn))
	Draw(s, places, len(pool))
	for i, place := range places {
		if drawn[i] != pool[place] {
			return fmt.Errorf("fair: event %d: number %d of the %d drawn is %d, but by the seeds it is %d",
				event, i+1, len(drawn), drawn[i], pool[place])
		}
	}
	return nil
}

// fields are the names in a proof's JSON, in the order they are written.
var fields = []string{"scheme", "table", "commitment", "serverSeed", "clientSeeds"}

// MarshalJSON writes the proof as a record has it. It refuses what could not be
// read back: a limit that is passed.
func (p Proof) MarshalJSON() ([]byte, error) {
	if err := p.checkForm(); err != nil {
		return nil, err
	}
	clients := make([]string, len(p.ClientSeeds))
	for i, c := range p.ClientSeeds {
		clients[i] = hex.EncodeToString(c)
	}
	return json.Marshal(struct {
		Scheme      string   `json:"scheme"`
		Table       string   `json:"table"`
		Commitment  string   `json:"commitment"`
		ServerSeed  string   `json:"serverSeed"`
		ClientSeeds []string `json:"clientSeeds"`
	}{Scheme, p.Table, p.Commitment.String(), p.ServerSeed.String(), clients})
}

// UnmarshalJSON reads what MarshalJSON writes, in any order of fields, and
// nothing else (see Proof). It leaves p as it was when it returns an error.
func (p *Proof) UnmarshalJSON(data []byte) error {
	values, err := object(data)
	if err != nil {
		return err
	}
	var text [4]string // the fields but for the last
	for i := range text {
		if text[i], err = str(fields[i], values[fields[i]]); err != nil {
			return err
		}
	}
	if text[0] != Scheme {
		return fmt.Errorf("fair: scheme %q: this program knows %q only", text[0], Scheme)
	}
	q := Proof{Table: text[1]}
	if q.Commitment, err = ParseCommitment(text[2]); err != nil {
		return err
	}
	if q.ServerSeed, err = ParseSeed(text[3]); err != nil {
		return err
	}
	var list []json.RawMessage
	if json.Unmarshal(values["clientSeeds"], &list) != nil || list == nil {
		return fmt.Errorf("fair: clientSeeds must be a list of hex texts, one for each seat")
	}
	q.ClientSeeds = make([][]byte, len(list))
	for seat, raw := range list {
		what := fmt.Sprintf("client seed of seat %d", seat)
		digits, err := str(what, raw)
		if err != nil {
			return err
		}
		if q.ClientSeeds[seat], err = parseHex(what, digits); err != nil {
			return err
		}
	}
	if err := q.checkForm(); err != nil {
		return err
	}
	*p = q
	return nil
}

// object splits a JSON object into its fields, which must be those of a proof,
// each once and spelled to the letter. (json.Unmarshal would take any case and
// let the last of two fields win, so two readers could see two proofs.)
func object(data []byte) (map[string]json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	// Once the text is known to be valid the steps below cannot fail.
	if open, _ := dec.Token(); open != json.Delim('{') || !json.Valid(data) {
		return nil, fmt.Errorf("fair: a proof must be a JSON object with the fields %q", fields)
	}
	values := make(map[string]json.RawMessage, len(fields))
	for dec.More() {
		key, _ := dec.Token()
		name, _ := key.(string)
		var value json.RawMessage
		_ = dec.Decode(&value)
		if _, twice := values[name]; twice {
			return nil, fmt.Errorf("fair: field %q twice: each may stand once", name)
		}
		values[name] = value
	}
	for _, name := range fields {
		if _, ok := values[name]; !ok {
			return nil, fmt.Errorf("fair: field %q is missing: a proof has the fields %q", name, fields)
		}
	}
	if len(values) != len(fields) {
		return nil, fmt.Errorf("fair: a field that is none of a proof's: it has the fields %q only", fields)
	}
	return values, nil
}

// str reads a JSON text; unlike json.Unmarshal alone it refuses null.
func str(what string, data json.RawMessage) (string, error) {
	var s *string
	if json.Unmarshal(data, &s) != nil || s == nil {
		return "", fmt.Errorf("fair: %s must be a text, not %s", what, data)
	}
	return *s, nil
}
