package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/saloon-games/saloon/bot"
	"github.com/saloon-games/saloon/bot/arena"
	"github.com/saloon-games/saloon/internal/plot"
	"github.com/saloon-games/saloon/internal/term"
)

// leagueCommand is "saloon league".
type leagueCommand struct {
	arenaFlags
	Bots  []string `arg:"" sep:"none" name:"bot" help:"Two bots or more, each a level or exec:COMMAND."`
	Deals int      `default:"100" min:"1" placeholder:"D" help:"How many deals every table plays (${default})."`
	SVG   *string  `name:"svg" placeholder:"FILE" help:"Draw the ratings with their intervals to FILE; - is standard output, and the report then goes to standard error."`
}

// Help is the command's detailed help.
func (*leagueCommand) Help() string {
	return `Lets bots play each other at every table that can be made of them, each bot in each seat in turn, all tables with the same deals. In Showdown those are all pairs; in Texas Showdown all sets of as many bots as there are seats, and where there are fewer bots each sits more than once.

Tells for each bot its Weng-Lin rating (25 ± 8.3 before the first game), its tricks a hand less the par, its share of wins, how often it did better than each other bot, its time and its errors. Bots, deals and seeds are as in saloon arena.

Levels: ` + strings.Join(bot.Names(), ", ") + `.

Examples:

    saloon league raincheck random thumb
    saloon league texas random thumb --players 3 --deals 500 --svg ratings.svg
    saloon league texas thumb random 'exec:python3 bot.py' --games --json

` + optionList()
}

// Run plays the league.
func (c *leagueCommand) Run(a *app) error {
	bots := make([]named, len(c.Bots))
	seen := map[string]bool{}
	for i, name := range c.Bots {
		bots[i] = named{"bot", name}
		if seen[name] {
			return badUsage("bot %s is named twice", name)
		}
		seen[name] = true
	}
	if len(bots) < 2 {
		return badUsage("a league of one bot; want two or more")
	}
	switch {
	case c.SVG == nil:
	case *c.SVG == "":
		return badUsage(`--svg "": want the name of a file`)
	case *c.SVG == "-" && c.Records != nil && *c.Records == "-":
		return badUsage("--svg and --records are both for standard output; want a file for one of them")
	}
	m, err := c.open(a, c.Deals, bots...)
	if err != nil {
		return err
	}
	var drawing *outputFile
	if c.SVG != nil {
		if drawing, err = createOutput(*c.SVG, a.out); err != nil {
			return m.finish(err, nil)
		}
		if *c.SVG == "-" {
			m.report = a.err // the picture alone is on standard output
		}
	}
	cfg := arena.LeagueConfig{Table: m.Table, Bots: m.bots}
	standings, err := playDeals(a, &cfg.Table, func(ctx context.Context) (*arena.Standings, int, error) {
		s, err := arena.League(ctx, cfg)
		if s == nil {
			return nil, 0, err
		}
		return s, s.Deals, err
	})
	switch {
	case drawing == nil:
	case err != nil:
		drawing.remove() // there is no drawing of a part of a league
	default:
		err = drawing.finish(output(draw(drawing, &cfg, standings)))
	}
	return m.finish(err, func() error {
		if c.JSON {
			return json.NewEncoder(m.report).Encode(leagueResult(&cfg, standings))
		}
		out := c.screen(a, m.report)
		term.LeagueReport(out, cfg, standings)
		return out.Flush()
	})
}

// draw draws the ratings, each two standard deviations to both sides.
func draw(file *outputFile, c *arena.LeagueConfig, s *arena.Standings) error {
	rows := make([]plot.Interval, 0, len(s.Rows))
	for _, b := range term.ByRating(s) {
		r := &s.Rows[b]
		rows = append(rows, plot.Interval{Name: r.Bot, Value: r.Rating.Mu, Error: 2 * r.Rating.Sigma})
	}
	title := fmt.Sprintf("%s, %d players: ratings after %d games", c.Rules.Title(), c.Players, s.Games)
	return plot.Intervals(title, "Weng-Lin rating ± 2 standard deviations", rows).Render(context.Background(), file)
}

// leagueJSON is a league's result as JSON.
type leagueJSON struct {
	Game    string         `json:"game"`
	Players int            `json:"players"`
	Deals   int            `json:"deals"`
	Games   int            `json:"games"`
	Seed    uint64         `json:"seed"`
	Bots    []standingJSON `json:"bots"`
}

type standingJSON struct {
	Bot      string              `json:"bot"`
	Mu       float64             `json:"mu"`
	Sigma    float64             `json:"sigma"`
	Played   int                 `json:"played"`
	Diff     float64             `json:"diff"`
	CI95     *float64            `json:"ci95"`
	WinShare float64             `json:"win_share"`
	WinCI95  *float64            `json:"win_ci95"`
	Against  map[string]estimate `json:"against"`
	MS       float64             `json:"ms_per_decision"`
	Errors   int64               `json:"errors"`
}

type estimate struct {
	Share float64  `json:"share"`
	CI95  *float64 `json:"ci95"`
}

func leagueResult(c *arena.LeagueConfig, s *arena.Standings) leagueJSON {
	j := leagueJSON{Game: c.Rules.Name(), Players: c.Players, Deals: s.Deals, Games: s.Games, Seed: c.Seed}
	for b := range s.Rows {
		r := &s.Rows[b]
		row := standingJSON{
			Bot: r.Bot, Mu: r.Rating.Mu, Sigma: r.Rating.Sigma, Played: r.Played,
			Diff: r.Diff.Value, CI95: orNull(r.Diff.CI95), WinShare: r.WinShare.Value, WinCI95: orNull(r.WinShare.CI95),
			Against: map[string]estimate{}, MS: r.Conduct.Milliseconds(), Errors: r.Conduct.Errors,
		}
		for o, e := range r.Against {
			if o != b {
				row.Against[s.Rows[o].Bot] = estimate{e.Value, orNull(e.CI95)}
			}
		}
		j.Bots = append(j.Bots, row)
	}
	return j
}
