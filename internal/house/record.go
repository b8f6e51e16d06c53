package house

import (
	"context"
	"errors"
	"fmt"

	"github.com/saloon-games/saloon/fair"
	"github.com/saloon-games/saloon/internal/store"
	"github.com/saloon-games/saloon/record"
)

// Record returns the record of a table's game by its number, with the proof of its
// shuffles and, in a field "names", who sat where. It is refused until the game's server seed has been told: a record has
// all cards open.
func (h *House) Record(ctx context.Context, id string, number int) (*record.Record, error) {
	if id == pulseID {
		return nil, noTable()
	}
	log, err := h.store.Log(ctx, id, 0)
	if errors.Is(err, store.ErrNotFound) || err == nil && len(log) == 0 {
		return nil, noTable()
	}
	if err != nil {
		return nil, storeError(err)
	}
	t, err := Replay(id, log[:1])
	for i := 1; err == nil && i < len(log); i++ {
		if t.number == number && t.revealed != (fair.Seed{}) {
			break
		}
		err = t.readOn(log[i : i+1])
	}
	switch {
	case err != nil:
		return nil, h.beyond(ctx, id, err)
	case t.number < number || number < 1:
		return nil, refuse(NotStarted, "There was no game %d at this table.", number)
	case t.revealed == (fair.Seed{}):
		return nil, refuse(NotOver, "The game is not over. Its record will be here when it is.")
	}
	rec := record.Of(t.match)
	if err := rec.SetField("fair", t.proof()); err != nil {
		return nil, fmt.Errorf("house: record: %w", err)
	}
	names := make([]string, len(t.seats))
	for i := range t.seats {
		names[i] = t.seats[i].name
	}
	if err := rec.SetField("names", names); err != nil {
		return nil, fmt.Errorf("house: record: %w", err)
	}
	return rec, nil
}

// proof is the proof of a game's shuffles once its server seed has been told.
func (t *Table) proof() fair.Proof {
	return fair.Proof{Table: t.id, Commitment: t.commitment, ServerSeed: t.revealed, ClientSeeds: t.seeds}
}
