package page_test

import (
	"time"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/web/board"
	"github.com/saloon-games/saloon/internal/web/page"
	"github.com/saloon-games/saloon/internal/web/parts"
)

// plainBoard is a board of two parts that shows nothing of a game.
type plainBoard struct{ game string }

func (b plainBoard) Game() string { return b.game }

func (plainBoard) Parts() []board.Part {
	var list []board.Part
	for _, id := range []string{"trick", "hand"} {
		list = append(list, board.Part{ID: id, Draw: func(b []byte, _ *board.Sight) []byte {
			return append(b, `<section id="`+id+`"></section>`...)
		}})
	}
	return list
}

func (plainBoard) Tell(*board.Sight, int) string { return "Dusty plays 15, red." }
func (plainBoard) Now(*board.Sight) string       { return "Your turn." }

func (plainBoard) Verdict(*board.Sight) string {
	return "Mabel wins with 4 points."
}

func sampleShell() page.Shell {
	return page.Shell{Title: "Texas Showdown", Path: "/t/abc", Guest: "Ada", Look: page.Look{Hold: 1600 * time.Millisecond}}
}

func sampleFront() page.Front {
	return page.Front{
		Games: []page.Game{
			{Name: "texas", Title: "Texas Showdown", Least: 3, Most: 6, Usual: 4},
			{Name: "raincheck", Title: "Showdown (Raincheck)", Least: 2, Most: 2, Usual: 2},
		},
		Levels: []string{"easy", "medium"},
		Public: []house.Listing{
			{ID: "t1", Code: "K7QX", Game: "texas", Phase: house.Open, Pace: house.Quick, Seats: 5, Names: []string{"Grace", "Slim"}},
			{ID: "t2", Code: "P3MM", Game: "raincheck", Phase: house.Playing, Pace: house.Unhurried, Seats: 2, Names: []string{"Edsger", "Tony"}},
		},
		Yours: []house.Listing{
			{ID: "t3", Code: "R4IN", Game: "texas", Phase: house.Playing, Pace: house.Daily, Seats: 4, Names: []string{"Ada", "Dusty", "Mabel", "Tex"}},
		},
	}
}

// sampleTable is a table with its owner at seat 0, bots and, while it is open, an
// empty seat.
func sampleTable(gameName string, phase house.Phase) page.Table {
	seats := []house.Seat{
		{Name: "Ada", Taken: true, Owner: true, Seeded: true},
		{Name: "Dusty", Taken: true, Level: "thumb"},
		{Name: "Grace", Taken: true, Agrees: true},
		{},
	}
	title, least, most := "Texas Showdown", 3, 6
	if gameName == "raincheck" {
		seats, title, least, most = []house.Seat{seats[0], {}}, "Showdown (Raincheck)", 2, 2
	}
	number := 0
	if phase != house.Open {
		seats[len(seats)-1] = house.Seat{Name: "Mabel", Taken: true}
		number = 1
	}
	scene := house.Scene{
		ID: "abc", Code: "K7QX", Seq: 12, Game: gameName, Phase: phase, Seats: seats, You: 0, Owner: true, Number: number,
		Turn: game.Spectator, Settings: house.Settings{Pace: house.Relaxed, Chat: true, BotPause: 900, DealPause: 12000},
		Fair: house.Fairness{Commitment: "9f2b7c0d8a55e1439f2b7c0d8a55e1439f2b7c0d8a55e1439f2b7c0d8a55e143"},
		Chat: []house.Line{
			{Seat: 2, Name: "Grace", Text: "Evening, everybody. Is this chair taken?"},
			{Seat: 0, Name: "Ada", Text: "(tips the hat)"},
			{Seat: 2, Name: "Grace", Text: "The rain isn't stopping. Another hand?"},
		},
	}
	switch phase {
	case house.Playing:
		scene.Turn, scene.Ply = 1, 5
	case house.Over:
		scene.Fair.ServerSeed = "00ff"
	}
	t := page.Table{
		Table: &parts.Table{
			Sight: &board.Sight{Scene: scene, Act: "/t/abc/act", Next: "/t/abc/next"},
			Board: plainBoard{gameName}, At: "/t/abc", Now: time.UnixMilli(1_000_000),
		},
		Title: title, Least: least, Most: most, Levels: []string{"easy", "medium"},
		Link: "https://cards.example.org/t/abc", QR: "/t/abc/qr.svg",
		Choices: []page.Choice{
			{Name: "hands", Rule: "T16", Help: "Play exactly so many hands; no target is used.", Least: 1, Most: 50},
			{Name: "rules", Rule: "T17", Help: "seas: a color whose top card is in the trick is cancelled.", Words: []string{"seas"}},
			{Name: "target", Rule: "T15", Help: "The points that end the game.", Least: 1, Most: 200, Value: "20"},
		},
	}
	if phase == house.Open {
		t.Waiting = t.Lobby()
	}
	return t
}
