package guide

import (
	"strconv"
	"strings"

	"github.com/saloon-games/saloon/game"
	"github.com/saloon-games/saloon/game/texas"
	"github.com/saloon-games/saloon/internal/web/board"
)

// lessons lists the lessons that there are.
func lessons() []lesson { return []lesson{texasLesson(), raincheckLesson()} }

// texasLesson is a hand with five players. The others play as a rule of thumb does;
// the deal was looked for so that every kind of decision comes up once.
func texasLesson() lesson {
	return lesson{
		rules:   texas.Rules{},
		options: game.Options{"hands": 1},
		names:   []string{"You", "Dusty", "Mabel", "Tex", "Rosie"},
		recap:   texasRecap,
		steps:   texasSteps,
		ending:  "play 56; play 29; play 45; play 44; play 32; play 3; play 18; play 28",
		closing: "Twelve cards, twelve tricks (T12). A real game goes on, hand by hand, until somebody reaches the target: 15 points with three or four players, 12 with five, 10 with six (T13). Then fewest points win (T14).",
	}
}

// texasSteps are its decisions.
var texasSteps = []step{
	{
		before: "deal 0,1,3,5,14,20,23,26,41,43,65,71/8,10,12,17,18,25,36,54,56,61,62,64/7,9,13,19,27,28,29,35,42,47,55,63/2,6,15,16,22,34,44,45,46,51,53,73/4,11,21,24,31,32,33,37,38,52,72,74",
		title:  "Open with the 0",
		text:   "Every trick you take is a penalty point; fewest points win (T12, T14). Whoever holds the black 0 opens the first trick with it (T5).",
		word:   "play 0",
		done:   "With a 0 you can hardly ever take a trick.",
	},
	{
		before: "play 10; play 9; play 6; play 4; opener 2; play 42; play 46; play 74",
		title:  "Follow any color of the trick",
		text:   "Green and grey: follow either (T7). Two greens beat one grey. A second grey makes it a tie, and then the highest card of the tied colors wins (T8): Rosie’s 74. So your 71 goes for free.",
		word:   "play 71",
		done:   "The 71 is gone. Three cards only are higher, so it could have taken many a tied trick.",
		other: map[string]string{
			"play 41": "That is safe, too: a third green, and the 46 takes the trick. But low cards get you out of trouble later. Use the chance to be rid of a high one.",
			"play 43": "That is safe, too: a third green, and the 46 takes the trick. But the 71 is the card that will hurt you later, and here it costs nothing.",
		},
	},
	{
		before: "play 8; opener 0",
		title:  "Open with a card that cannot win",
		text:   "Rosie chose you to open, with any card you like (T6). Look for one with nothing below it. The 0 is gone: whatever black the others still have is higher than your 1.",
		word:   "play 1",
		done:   "Nothing could make the 1 take the trick.",
		other: map[string]string{
			"play 3":  "Nearly. But the 2 is still out: if it falls on your 3, you have the higher one of two blacks.",
			"play 5":  "The 2 is still out: if it falls on your 5, you have the higher one of two blacks. Open with the card that has nothing below it.",
			"play 41": "Not bad: every green still out is higher. But if all play different colors, the highest single card takes the trick, and 41 may be that. The 1 never is.",
		},
		rest: "Cards below that one are still out, and whoever follows with a lower one leaves the trick to you. Look for a card that has nothing below it.",
	},
	{
		before: "play 62; play 63; play 2; play 72; play 13; play 16; play 11",
		title:  "Duck",
		text:   "All red, so the highest red will take it. You must follow with the 14 or the 20. Stay under the 16.",
		word:   "play 14",
		done:   "Under the 16, out of trouble.",
		other: map[string]string{
			"play 20": "No red is higher than the 20: the trick and its point would be yours. The 14 stays under Tex’s 16.",
		},
	},
	{
		before: "play 12; play 73; play 52",
		title:  "Void: throw away what you like",
		text:   "Neither grey nor yellow in your hand: play any card (T7). It adds its color, which those after you may have to follow. So add one in which all others are higher: the greens still out are 44, 45 and 47, above your 43.",
		word:   "play 43",
		done:   "Mabel followed your green with the 47.",
		other: map[string]string{
			"play 20": "If one other red falls on it, you have the higher one of two. Dump a card whose color is only higher elsewhere.",
			"play 65": "If the 61 or the 64 falls on it, two purples with your 65 on top may take the trick. Dump a card whose color is only higher elsewhere.",
			"play 41": "Just as safe: all other greens are higher. But of two safe cards throw the higher away, and keep the lower for later.",
		},
		rest: "You will need that low card later; and some color would be left that hurts you more. Dump a green: all greens still out are higher than yours.",
	},
	{
		before: "play 54; play 47; play 61; play 55; play 53; play 38",
		title:  "Sometimes you must",
		text:   "Purple, yellow and brown. Of these you have only the 65, so you must (T7). Two purples and two yellows tie, and yours is the highest of them.",
		word:   "play 65",
		done:   "One point. It happens.",
	},
	{
		title: "Your top card lets you choose",
		text:  "The 65 is the top of purple, and it took the trick: so you say who opens next (T11). Let Dusty, on your left, open. Then you play last and see everything first.",
		word:  "opener 1",
		done:  "You play last now.",
		other: map[string]string{
			"opener 0": "You may open yourself. But who opens knows nothing of what will fall. Who plays last knows everything.",
		},
		rest: "Then somebody plays after you, and may turn the trick. If Dusty opens, you are the last.",
	},
	{
		before: "play 64; play 35; play 34; play 33",
		title:  "The most frequent color wins",
		text:   "Three browns, one purple: brown has most cards and takes it, and the 64 counts for nothing (T8). You are last and have neither color, so no card of yours can win. Throw away your worst, the top of red.",
		word:   "play 20",
		done:   "The top of red would have taken the next red trick.",
		other: map[string]string{
			"play 26": "Safe. But the 20 is the top of red and would take any red trick. Get rid of that.",
		},
		rest: "Safe, but a waste: that one is low. The 20 is the top of red and would take any red trick. Get rid of that.",
	},
	{
		before: "play 7; play 22; play 21",
		title:  "Choose the color that loses",
		text:   "One black, two blues, and you have both. A blue of yours would be the highest of three. With a black it is two against two, and the highest of those is blue: your 5 is out of it.",
		word:   "play 5",
		done:   "Two and two, and the high blues decided it.",
		other: map[string]string{
			"play 3":  "Just as safe. But of two safe cards throw the higher away, and keep the lower for later.",
			"play 23": "Then you have the highest of three blues, and Dusty must save you. A black is not near winning.",
			"play 26": "Then you have the highest of three blues, and Dusty must save you. A black is not near winning.",
		},
	},
	{
		before: "play 25; play 17; play 19; play 15; play 24",
		title:  "Last to play: count",
		text:   "Three reds and a blue, which you must follow. Two blues never beat three reds, so both of yours are safe. Which one will you be glad to be rid of?",
		word:   "play 26",
		done:   "The higher blue went where it could not win.",
		other: map[string]string{
			"play 23": "Safe. But so is the 26, and in the next blue trick the 23 is the easier one to lose with.",
		},
	},
	{
		before: "play 27; play 51; play 37; play 23; play 36; play 31",
		title:  "Keep the lowest for the end",
		text:   "Your 23 had to follow in the trick before. Two cards are left, neither of them brown. The 3 is below everything and cannot take the last trick; the 41 might. Add the green here: the greens still out are above it.",
		word:   "play 41",
		done:   "Tex had to follow your green and took the trick with it.",
		other: map[string]string{
			"play 3": "Then the 41 has to win or lose the last trick by luck. The 3 cannot take it: keep that.",
		},
	},
}

// texasRecap tells of every trick that was finished who played what, who takes it and
// why, and of choices who opens.
func texasRecap(s *board.Sight, b board.Board, from, to int) []string {
	var (
		lines []string
		trick []texas.Played
		last  texas.Played
	)
	for i, event := range s.View.Events()[:to] {
		move, ok := texas.ParseMove(event)
		if !ok { // a deal
			if i >= from {
				lines = append(lines, b.Tell(s, i))
			}
			continue
		}
		card, plays := texas.PlayedCard(move)
		if !plays {
			if i >= from {
				lines = append(lines, "The "+last.Card.String()+" is the top card of "+last.Card.Color().String()+", so: "+lower(b.Tell(s, i)))
			}
			continue
		}
		trick = append(trick, texas.Played{Seat: s.Moves[i].Seat, Card: card})
		if len(trick) < len(s.Seats) {
			continue
		}
		v, _ := texas.Judge(trick, false)
		if i >= from {
			lines = append(lines, tellTrick(s, trick, &v))
		}
		trick, last = nil, v.Played
	}
	return lines
}

// lower puts a sentence after a colon.
func lower(sentence string) string {
	if rest, ok := strings.CutPrefix(sentence, "You "); ok {
		return "you " + rest
	}
	return sentence
}

// tellTrick says a whole trick in a line.
func tellTrick(s *board.Sight, trick []texas.Played, v *texas.Verdict) string {
	cards := make([]string, len(trick))
	for i, p := range trick {
		cards[i] = p.Card.String()
	}
	tied := v.Tied.Append(nil)
	names := make([]string, len(tied))
	for i, c := range tied {
		names[i] = c.String()
	}
	colors := strings.Join(names, ", ")
	if n := len(names); n > 1 {
		colors = strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	var why string
	switch {
	case len(tied) == 1 && v.Most == len(trick):
		why = "all " + colors
	case len(tied) == 1:
		why = strconv.Itoa(v.Most) + " of " + strconv.Itoa(len(trick)) + " are " + colors
	case v.Most == 1:
		why = "no color twice"
	default:
		why = colors + " tie with " + strconv.Itoa(v.Most) + " each"
	}
	takes := " takes the trick"
	if v.Seat == s.You {
		takes = " take the trick"
	}
	return strings.Join(cards, ", ") + ": " + why + ", the highest is the " + v.Card.String() + ". " + s.Name(v.Seat) + takes + "."
}
