package fair_test

import (
	"crypto/rand"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/saloon-games/saloon/fair"
)

func TestEveryNewSeedIsDifferent(t *testing.T) {
	a, err := fair.NewSeed()
	noErr(t, err)
	b, err := fair.NewSeed()
	noErr(t, err)
	if a == b || a == (fair.Seed{}) {
		t.Errorf("two new seeds are %v and %v", a, b)
	}
}

func TestWithoutRandomBytesThereIsNoSeed(t *testing.T) {
	broken := errors.New("the generator is broken")
	good := rand.Reader
	rand.Reader = iotest.ErrReader(broken)
	defer func() { rand.Reader = good }()
	s, err := fair.NewSeed()
	if !errors.Is(err, broken) || s != (fair.Seed{}) {
		t.Errorf("NewSeed returns %v and %v, want no seed and the reason", s, err)
	}
}

func TestTheCommitmentIsTheSHA256OfTheSeed(t *testing.T) {
	var counting fair.Seed
	for i := range counting {
		counting[i] = uint8(i)
	}
	for seed, want := range map[fair.Seed]string{ // as sha256sum prints them
		{}:       "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
		counting: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
	} {
		if got := seed.Commit().String(); got != want {
			t.Errorf("the commitment to %v is %s, want %s", seed, got, want)
		}
	}
}

func TestSeedsAndCommitmentsAreReadAsTheyAreWritten(t *testing.T) {
	s, err := fair.NewSeed()
	noErr(t, err)
	back, err := fair.ParseSeed(s.String())
	if err != nil || back != s {
		t.Errorf("the seed %v is read back as %v, %v", s, back, err)
	}
	c, err := fair.ParseCommitment(s.Commit().String())
	if err != nil || c != s.Commit() {
		t.Errorf("the commitment %v is read back as %v, %v", s.Commit(), c, err)
	}
}

func TestAHexTextThatIsNotALowerCaseHashIsRefused(t *testing.T) {
	good := strings.Repeat("a0", 32)
	for text, says := range map[string]string{
		"":              "0 characters: it must be 64 lower-case hex digits",
		good[1:]:        "63 characters",
		good + "0":      "65 characters",
		"A" + good[1:]:  "'A' at place 1: only the hex digits 0-9 and a-f",
		good[:63] + "g": "'g' at place 64",
		good[:63] + " ": "' ' at place 64",
		"0x" + good[2:]: "'x' at place 2",
	} {
		s, err := fair.ParseSeed(text)
		wantErr(t, err, "server seed", says)
		if s != (fair.Seed{}) {
			t.Errorf("%q is refused and yet gives the seed %v", text, s)
		}
		c, err := fair.ParseCommitment(text)
		wantErr(t, err, "commitment", says)
		if c != (fair.Commitment{}) {
			t.Errorf("%q is refused and yet gives the commitment %v", text, c)
		}
	}
}

func TestARefusedSeedIsNotRepeatedInTheError(t *testing.T) {
	secret := strings.Repeat("5ec7e7", 11)
	_, err := fair.ParseSeed(secret)
	if err == nil || strings.Contains(err.Error(), "5ec7e7") {
		t.Errorf("the error is %v, want one that does not tell the seed", err)
	}
}
