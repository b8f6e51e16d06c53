// Package house is what people can do with the house's tables: open one, sit
// down, add bots, start, play, talk, play again, leave. It is the only caller of
// the store.
//
// # A table is its log
//
// A [Table] is the fold of its log's events (event.go, fold.go) and of nothing
// else, so every node and every restart makes the same table of the same log.
// Who asks for something gives a [Command]; a command is a pure function of the
// table, who asks and the time, and makes events or a [*Refusal] in plain words.
// [House.Do] appends the events where the log ends; if another was faster it reads on and
// asks the command again. Nothing is shown or told before it is on disk.
//
// # What is to be done without a person
//
// When something must happen by itself (a bot's turn, a clock that runs out, a
// table that nobody needs any more) follows from the table, too: [Table.WakeAt].
// The store's head of the table has it, so that any node finds what is due, and
// [House.Run] does it. There is no other queue and no timer that could be lost.
//
// # Who may know what
//
// Pages, streams and answers are made from a [Scene], which lists what one person
// may see. Bots are handed a game.View. The server seed of a game is in the
// store's secrets until the game is over, never in a Table.
//
// The package must never know HTTP, HTML or SQL.
package house
