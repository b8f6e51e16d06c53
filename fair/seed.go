package fair

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// Seed is the house's secret for one game, 32 bytes from the operating system.
// It is published when the game is over and never before; a Seed serves one game
// only. String, and so printing or logging it, shows the secret itself.
type Seed [32]byte

// NewSeed returns a fresh seed from the operating system's secure generator. The
// error, if that fails, is crypto/rand's; the seed is then zero and not to be used.
func NewSeed() (Seed, error) {
	var s Seed
	if _, err := io.ReadFull(rand.Reader, s[:]); err != nil {
		return Seed{}, fmt.Errorf("fair: no server seed: %w", err)
	}
	return s, nil
}

// ParseSeed reads what Seed.String wrote: 64 lower-case hex digits. Its errors
// do not repeat the text, which may be a secret.
func ParseSeed(text string) (Seed, error) {
	b, err := parse32("server seed", text)
	return Seed(b), err
}

// String returns the secret as 64 lower-case hex digits.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// Commit returns the seed's commitment: the SHA-256 of its 32 bytes.
func (s Seed) Commit() Commitment { return sha256.Sum256(s[:]) }

// Commitment binds the house to a Seed without telling it. It is published
// before any client seed is taken.
type Commitment [32]byte

// ParseCommitment reads what Commitment.String wrote: 64 lower-case hex digits.
func ParseCommitment(text string) (Commitment, error) {
	b, err := parse32("commitment", text)
	return Commitment(b), err
}

// String returns the commitment as 64 lower-case hex digits.
func (c Commitment) String() string { return hex.EncodeToString(c[:]) }

func parse32(what, text string) (b [32]byte, err error) {
	if len(text) != 2*len(b) {
		return b, fmt.Errorf("fair: %s of %d characters: it must be %d lower-case hex digits", what, len(text), 2*len(b))
	}
	raw, err := parseHex(what, text)
	copy(b[:], raw)
	return b, err
}

// parseHex decodes lower-case hex. Capitals are refused so that a value has one
// spelling only and texts may be compared.
func parseHex(what, text string) ([]byte, error) {
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return nil, fmt.Errorf("fair: %s with %q at place %d: only the hex digits 0-9 and a-f are allowed", what, c, i+1)
		}
	}
	b, err := hex.DecodeString(text)
	if err != nil { // nothing is left but an odd length
		return nil, fmt.Errorf("fair: %s of %d hex digits: it must be an even number, two for each byte", what, len(text))
	}
	return b, nil
}
