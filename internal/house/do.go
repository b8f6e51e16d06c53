package house

import (
	"context"
	"errors"

	"github.com/saloon-games/saloon/internal/store"
)

// MostKey is the greatest length of the key of a command, in bytes.
const MostKey = store.MaxKey - store.MaxID - 1

// tries is how often a command is asked again because another house was faster.
const tries = 8

// Do carries out a command that a person asks for. With a key, which must be new for
// each of the person's wishes at the table, a command that is sent twice is done
// once and answered twice; "" for no key. What is refused is a *Refusal. After any
// other error nobody knows whether it was done: ask again with the same key.
//
// What was done is on disk when Do returns. It does not end half-way when the
// context does.
func (h *House) Do(ctx context.Context, id, who, key string, c Command) (Receipt, error) {
	ctx, span := h.span(ctx, "house.Do")
	span.Say("saloon.table", id)
	r, err := h.do(ctx, id, who, key, c)
	h.refused(err)
	endSpan(span, err)
	return r, err
}

func (h *House) do(ctx context.Context, id, who, key string, c Command) (Receipt, error) {
	if len(key) > MostKey || len(who) > store.MaxID {
		return Receipt{}, refuse(BadKey, "That could not be kept: its key has more than %d bytes.", MostKey)
	}
	if key != "" {
		key = who + "/" + key // so that nobody's key is another's
	}
	p, err := h.cache.place(id)
	if err != nil {
		return Receipt{}, err
	}
	p.do.Lock()
	defer p.do.Unlock()
	fresh, err := h.load(ctx, p)
	if err != nil {
		return Receipt{}, err
	}
	for range tries {
		if p.table.knows(key) {
			return Receipt{Seq: p.table.seq, Again: true}, nil
		}
		now := h.now()
		events, err := c.decide(p.table, who, h.given(ctx, p, now))
		if (err != nil || len(events) == 0) && !fresh {
			// Perhaps another house knows more.
			before := p.table.seq
			if err := h.catchUp(ctx, p); err != nil {
				return Receipt{}, err
			}
			if fresh = true; p.table.seq != before {
				continue
			}
		}
		if err != nil {
			return Receipt{}, err
		}
		if len(events) == 0 {
			return Receipt{Seq: p.table.seq}, nil
		}
		err = h.add(ctx, p, key, events, now)
		if err == nil {
			return Receipt{Seq: p.table.seq}, nil
		}
		if err := h.overtaken(ctx, p, err); err != nil {
			return Receipt{}, err
		}
		fresh = true
	}
	return Receipt{}, refuse(Busy, "The house is busy. Try again in a moment.")
}

// overtaken looks at an append that has failed. If another was faster it reads on
// and returns no error: whether what is asked for had been done before is in what was
// read. Else, unless it is certain that nothing has changed, the table is read anew next
// time, since what is on disk may be known to nobody.
func (h *House) overtaken(ctx context.Context, p *place, failed error) error {
	if _, conflict := errors.AsType[*store.ConflictError](failed); !conflict {
		failed = storeError(failed)
		if _, refused := errors.AsType[*Refusal](failed); !refused {
			p.forget()
		}
		return failed
	}
	return h.catchUp(ctx, p)
}
