package house

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"time"

	"github.com/saloon-games/saloon/internal/store"
)

// A Guest is somebody whom the house knows by a token that only they have.
type Guest struct {
	ID   string
	Name string
	Ban  Ban
}

// A Ban keeps a guest out of the house. The zero Ban keeps nobody out.
type Ban struct {
	Until  time.Time
	Reason string // "" for none
}

// ForGood is when a ban ends that never does.
var ForGood = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// Holds reports whether it keeps somebody out at a time.
func (b Ban) Holds(now time.Time) bool { return now.Before(b.Until) }

// NewGuest makes a guest with a name, or with one that suits the house if it is
// empty. The token is who they are: nobody else may see it, and it is kept nowhere.
func (h *House) NewGuest(ctx context.Context, name string) (g Guest, token string, err error) {
	if name == "" {
		name = GuestName()
	}
	name, err = checkName(name)
	if err != nil {
		return Guest{}, "", err
	}
	var raw [32]byte
	_, _ = rand.Read(raw[:]) // never fails
	token = base64.RawURLEncoding.EncodeToString(raw[:])
	now := h.now()
	g = Guest{ID: newID(), Name: name}
	ctx, cancel := h.appendContext(ctx)
	defer cancel()
	err = h.store.CreatePerson(ctx, store.Person{ID: g.ID, TokenHash: hashOf(token), Name: name, CreatedAt: now})
	if err != nil {
		return Guest{}, "", storeError(err)
	}
	return g, token, nil
}

func hashOf(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// Guest returns who has the token; false if nobody has.
func (h *House) Guest(ctx context.Context, token string) (Guest, bool, error) {
	p, err := h.store.PersonByToken(ctx, hashOf(token))
	if errors.Is(err, store.ErrNotFound) {
		return Guest{}, false, nil
	}
	if err != nil {
		return Guest{}, false, storeError(err)
	}
	if err := h.store.Seen(ctx, &p, h.now()); err != nil {
		h.log.WarnContext(ctx, "not written down that somebody was there", "err", err)
	}
	return Guest{ID: p.ID, Name: p.Name, Ban: Ban{p.BannedUntil, p.BanReason}}, true, nil
}

// NameGuest gives a guest another name, from now on: where they sit already, Rename
// is the command.
func (h *House) NameGuest(ctx context.Context, id, name string) error {
	name, err := checkName(name)
	if err != nil {
		return err
	}
	if err := h.store.Rename(ctx, id, name); err != nil {
		return storeError(err)
	}
	return nil
}
