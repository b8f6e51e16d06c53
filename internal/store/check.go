package store

import (
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"
)

// The checks of what is given to a store come before anything is written. Each returns
// [ErrInvalid] with what was wrong and what would be right.

// CheckTable refuses a new table, or the first entries of its log.
func CheckTable(t Table, entries []Entry) error {
	return errors.Join(text("id", t.ID, 1, MaxID), text("code", t.Code, 1, MaxID), checkHead(t.Head), checkEntries(entries))
}

// CheckAppend refuses what is to be appended to the log of the table with an id.
func CheckAppend(id string, entries []Entry, head Head) error {
	return errors.Join(text("id", id, 1, MaxID), checkHead(head), checkEntries(entries))
}

// CheckClaim refuses a claim of tables.
func CheckClaim(lease time.Duration, limit int) error {
	if lease < time.Microsecond || limit < 1 {
		return fmt.Errorf("%w: claim %d tables for %v; want at least one, for a microsecond or more", ErrInvalid, limit, lease)
	}
	return nil
}

// CheckSecret refuses a secret of the table with an id.
func CheckSecret(id string, secret []byte) error {
	return errors.Join(text("id", id, 1, MaxID), length("secret", len(secret), 1, MaxBody))
}

// CheckPerson refuses a new person.
func CheckPerson(p Person) error {
	return errors.Join(text("id", p.ID, 1, MaxID), length("hash of a token", len(p.TokenHash), 16, MaxToken), CheckName(p.Name))
}

// CheckName refuses the name of a person.
func CheckName(name string) error { return text("name", name, 0, MaxName) }

// CheckBan refuses a ban.
func CheckBan(reason string) error { return text("reason", reason, 0, MaxNote) }

// CheckSignOut refuses the hash that nobody's token has.
func CheckSignOut(hash []byte) error { return length("hash of a token", len(hash), 16, MaxToken) }

// CheckNotice refuses a new notice.
func CheckNotice(n Notice) error {
	return errors.Join(text("name of who did it", n.By, 0, MaxName), text("deed", n.Deed, 1, MaxPhase), text("id", n.Table, 0, MaxID),
		text("id", n.Person, 0, MaxID), text("note", n.Note, 0, MaxNote))
}

// CheckRewrite refuses what entries of a log, which is at the number after, are to say
// from now on, or what is to be appended.
func CheckRewrite(id string, after int64, changed, entries []Entry, head Head) error {
	for i := range changed {
		if seq := changed[i].Seq; seq < 1 || seq > after {
			return fmt.Errorf("%w: entry %d of a log that is at %d", ErrInvalid, seq, after)
		}
		if err := length("body", len(changed[i].Body), 0, MaxBody); err != nil {
			return err
		}
	}
	return CheckAppend(id, entries, head)
}

func checkHead(h Head) error {
	return errors.Join(text("phase", h.Phase, 0, MaxPhase), length("summary", len(h.Summary), 0, MaxBody))
}

func checkEntries(entries []Entry) error {
	if len(entries) > MaxEntries {
		return fmt.Errorf("%w: %d entries at once; want %d at most", ErrInvalid, len(entries), MaxEntries)
	}
	for i := range entries {
		e := &entries[i]
		if err := errors.Join(text("key", e.Key, 0, MaxKey), length("body", len(e.Body), 0, MaxBody)); err != nil {
			return err
		}
	}
	return nil
}

// text refuses one that is too short or too long in bytes, or that not every
// store could keep.
func text(what, s string, least, most int) error {
	if err := length(what, len(s), least, most); err != nil {
		return err
	}
	if !utf8.ValidString(s) || slices.Contains([]byte(s), 0) {
		return fmt.Errorf("%w: %s %q is not UTF-8 or has a zero byte", ErrInvalid, what, s)
	}
	return nil
}

// length refuses a text or bytes that are too short or too long.
func length(what string, n, least, most int) error {
	if n < least || n > most {
		return fmt.Errorf("%w: %s has %d bytes; want %d to %d", ErrInvalid, what, n, least, most)
	}
	return nil
}
