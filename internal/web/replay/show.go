package replay

import (
	"strconv"

	"github.com/a-h/templ"

	"github.com/saloon-games/saloon/internal/web/page"
)

// mostWord is the length of an event's word up to which it is shown beside its
// sentence. Only a deal is longer, and its cards lie on the table.
const mostWord = 30

// at is the address of a step.
func (r *reel) at(sh page.Shell, step int) templ.SafeURL {
	return templ.SafeURL(sh.Base + r.path("/"+strconv.Itoa(step)))
}

// name is what a seat is called; a broken proof may have more seeds than seats.
func name(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "seat " + strconv.Itoa(i)
}

// seat is a seat as data attributes have it: empty for nobody.
func seat(n int) string {
	if n < 0 {
		return ""
	}
	return strconv.Itoa(n)
}
