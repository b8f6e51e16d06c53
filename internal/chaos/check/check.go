// Package check judges a house after a fault run by what its people have written down
// (package history) and by the logs as the database has them, and by nothing else. It is
// written apart from the house: it folds logs by itself, asks the rules of the games what
// may follow, and repeats the shuffles from the seeds.
//
// The package must never know the house's packages, how people play, nor what was
// broken.
package check

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/saloon-games/saloon/internal/chaos/history"
)

// A Promise is what a house has promised, in a sentence.
type Promise string

// The promises.
const (
	Whole   Promise = "a log's numbers have no gap, and each entry knows the one before it"
	Legal   Promise = "every log replays by the rules"
	Kept    Promise = "every acknowledged move is in its log exactly once"
	Ordered Promise = "what was asked after an acknowledgment comes after it in the log"
	Nothing Promise = "what was refused is in no log"
	Once    Promise = "each turn has one decision, made by who was to make it and not before its time"
	Dealt   Promise = "no deal changes: it follows from the seeds behind the seal that was shown before it"
	Hidden  Promise = "no seat sees a card that it may not know"
	Same    Promise = "whoever is shown a log at a number is shown what it says up to there"
	GoesOn  Promise = "every table that can go on does so within ten seconds of healing"
	True    Promise = "every page is true again within ten seconds of healing"
)

// A Violation is a promise that was broken, and where.
type Violation struct {
	Promise Promise `json:"promise"`
	Table   string  `json:"table"`
	Seq     int64   `json:"seq,omitempty"` // number of the log's entry, 0 where there is none
	Say     string  `json:"say"`
}

// Where tells in a line where it was and how.
func (v Violation) Where() string {
	where := "table " + v.Table
	if v.Seq > 0 {
		where += fmt.Sprintf(", entry %d", v.Seq)
	}
	return where + ": " + v.Say
}

// Patience is within what time after healing a table must have gone on.
const Patience = 10 * time.Second

// A Report is what has come out.
type Report struct {
	Tables int `json:"tables"`
	Games  int `json:"gamesDealt"`
	Over   int `json:"gamesOver"` // whose shuffles could be repeated

	Tried        int `json:"movesTried"` // each once, however often it was asked
	Acknowledged int `json:"movesAcknowledged"`
	Refused      int `json:"movesRefused"`
	Unknown      int `json:"movesWithoutAnswer"` // asked to the end and never answered
	Lost         int `json:"movesLost"`          // acknowledged, and in no log
	Duplicated   int `json:"movesDuplicated"`    // acknowledged, and twice in a log
	Requests     int `json:"requests"`           // of all kinds, each try
	Unanswered   int `json:"requestsUnanswered"` // of them, those that had to be asked again
	Lines        int `json:"linesAcknowledged"`  // of talk

	Entries int `json:"logEntries"`
	Bots    int `json:"botDecisions"`
	Sights  int `json:"sights"` // pages and updates that were compared with the logs

	// Back is the most by which an entry says that it is older than the one before it, in
	// milliseconds: how far the nodes were apart about the time.
	Back float64 `json:"backMs"`

	// Recoveries are, for each storm and table, the time in milliseconds from healing
	// until it had gone on, ascending.
	Recoveries []float64 `json:"recoveriesMs"`

	Violations []Violation `json:"violations"`
}

// Recovery is the share-th part of all recoveries, from 0 to 1: 0.5 is the median.
func (r *Report) Recovery(share float64) time.Duration {
	if len(r.Recoveries) == 0 {
		return 0
	}
	i := int(share * float64(len(r.Recoveries)-1))
	return time.Duration(r.Recoveries[i] * float64(time.Millisecond))
}

// Broken lists the promises that were broken, each once.
func (r *Report) Broken() (list []Promise) {
	for _, v := range r.Violations {
		if !slices.Contains(list, v.Promise) {
			list = append(list, v.Promise)
		}
	}
	return list
}

func (r *Report) broken(p Promise, table string, seq int64, say string, args ...any) {
	r.Violations = append(r.Violations, Violation{Promise: p, Table: table, Seq: seq, Say: fmt.Sprintf(say, args...)})
}

// Check judges. The lines may be in any order; the logs are those of the tables at which
// people played, and may be more.
func Check(lines []history.Line, logs []Log) *Report {
	r := &Report{}
	lines = slices.Clone(lines)
	slices.SortStableFunc(lines, func(a, b history.Line) int { return cmp.Compare(a.At, b.At) })
	played := byTable(lines)
	r.Tables = len(played)
	var names []string
	for name := range played {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		i := slices.IndexFunc(logs, func(l Log) bool { return l.Table == name })
		if i < 0 {
			r.broken(Kept, name, 0, "people played there, and the database has no log of it")
			continue
		}
		at := played[name]
		t := r.replay(&logs[i], at)
		r.requests(t, at)
		r.recoveries(name, at, lines)
	}
	slices.Sort(r.Recoveries)
	return r
}

// byTable splits the lines of people by where they sit.
func byTable(lines []history.Line) map[string][]history.Line {
	all := map[string][]history.Line{}
	for _, l := range lines {
		if l.Table != "" {
			all[l.Table] = append(all[l.Table], l)
		}
	}
	return all
}
