package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/wire"
)

// policyCommand is "saloon policy".
type policyCommand struct{ levelFlags }

// Help is the command's detailed help.
func (*policyCommand) Help() string {
	return `Reads requests, one JSON object a line, and answers each by a line, in order: how likely the level makes each legal move. A request has the seat, the players, the options and the events as that seat has been told them, which end at its decision; an answer has the probability of every legal move. docs/PROTOCOL.md has an example, docs/bots.md tells more.

An answer depends on its request alone, so that a program can ask about every hand that a seat might hold. A level without probabilities answers 1 for its choice. A request that is wrong is answered by {"error":"..."}, and makes the exit status 1 at the end.

Levels: ` + strings.Join(bot.Names(), ", ") + `.

Examples:

    saloon policy raincheck --level thumb < requests.jsonl
`
}

// Run answers.
func (c *policyCommand) Run(a *app) error {
	rules, err := c.rules(a)
	if err != nil {
		return err
	}
	p := &wire.Policies{Rules: rules, New: c.maker(a, rules)}
	all, err := p.Answer(context.Background(), a.in, marked{a.out})
	if err == nil && all.Refused > 0 {
		err = fmt.Errorf("%d of %d requests were refused", all.Refused, all.Requests)
	}
	return err
}
