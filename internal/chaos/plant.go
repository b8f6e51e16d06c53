package chaos

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/saloon-games/saloon/internal/chaos/check"
)

// A Plant is a bug that can be planted into the program to see whether it is found.
type Plant struct {
	Name  string
	Edits []Edit
	// Breaks are promises of which one at least must be found broken: whatever the bug does
	// first to a table, the log may lack or say twice what was acknowledged, or make no sense.
	Breaks []check.Promise
}

// An Edit puts a text of a source file in the place of another, which must be there
// exactly once.
type Edit struct{ File, Old, New string }

// Plants are the bugs that there are.
var Plants = []Plant{
	{
		Name: "acknowledge-before-commit",
		Edits: []Edit{{
			"internal/store/sqlstore/writer.go",
			"	if err := w.send(r); err != nil {\n		return err\n	}\n",
			"	if err := w.send(r); err != nil {\n		return err\n	}\n	if r.moves != nil && r.moves.after > 0 {\n		return nil\n	}\n",
		}},
		Breaks: []check.Promise{check.Kept},
	},
	{
		// What was acknowledged survives a house that is killed, and not the database's own end.
		Name: "acknowledge-before-disk",
		Edits: []Edit{{
			"internal/store/sqlstore/postgres.go",
			"	if server.lazy {\n		writing[\"synchronous_commit\"] = \"on\"\n",
			"	if !server.lazy {\n		writing[\"synchronous_commit\"] = \"off\"\n",
		}},
		Breaks: []check.Promise{check.Kept},
	},
	{
		Name: "append-without-number",
		Edits: []Edit{
			{
				"internal/store/sqlstore/postgres_writer.go",
				"SELECT a.*, h.last FROM asked a JOIN held h ON h.id = a.id AND h.seq = a.after)",
				"SELECT a.id, h.seq AS after, a.entries, a.active_at, a.phase, a.public, a.wake_at, a.summary, a.n, h.last " +
					"FROM asked a JOIN held h ON h.id = a.id)",
			},
			{
				"internal/store/sqlstore/postgres_writer.go",
				"SELECT e.n, f.id AS table_id, f.last, e.seq, e.at",
				"SELECT e.n, f.id AS table_id, f.last, f.after + row_number() OVER (PARTITION BY e.n ORDER BY e.seq) AS seq, e.at",
			},
			{
				"internal/store/sqlstore/postgres_writer.go",
				"		case seq != r.moves.after:\n			r.result = &store.ConflictError{Seq: seq}\n",
				"		case seq < 0:\n",
			},
		},
		Breaks: []check.Promise{check.Kept, check.Legal},
	},
	{
		Name: "bot-answers-twice",
		Edits: []Edit{{
			"internal/house/wake.go",
			"	return false, h.addFirst(ctx, p, events, now)\n}\n\n// addFirst",
			"	err = h.addFirst(ctx, p, events, now)\n	if err == nil && p.table != nil {\n" +
				"		if more, wrong := p.table.decideFor(todo.duty, word, h.given(ctx, p, now)); wrong == nil {\n" +
				"			_ = h.addFirst(ctx, p, more, now)\n		}\n	}\n	return false, err\n}\n\n// addFirst",
		}},
		Breaks: []check.Promise{check.Once},
	},
}

// PlantOf returns the bug with a name.
func PlantOf(name string) (*Plant, error) {
	var names []string
	for i := range Plants {
		if Plants[i].Name == name {
			return &Plants[i], nil
		}
		names = append(names, Plants[i].Name)
	}
	return nil, fmt.Errorf("chaos: there is no planted bug %q; there are %s", name, strings.Join(names, ", "))
}

// Build builds the program into a directory, with a bug if one is given, and returns its
// path. No file of the source is changed: the compiler is told to read others in their place.
func Build(dir string, plant *Plant) (string, error) {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", fmt.Errorf("chaos: go list: %w", err)
	}
	name, args := "saloon", []string{"build"}
	if plant != nil {
		name += "-" + plant.Name
		overlay, err := plant.overlay(strings.TrimSpace(string(root)), dir)
		if err != nil {
			return "", err
		}
		args = append(args, "-overlay", overlay)
	}
	path := filepath.Join(dir, name)
	c := exec.Command("go", append(args, "-o", path, "./cmd/saloon")...)
	c.Dir = strings.TrimSpace(string(root))
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("chaos: go build: %w\n%s", err, out)
	}
	return path, nil
}

// overlay writes the changed files and the list of them.
func (p *Plant) overlay(root, dir string) (string, error) {
	texts := map[string]string{}
	for _, e := range p.Edits {
		path := filepath.Join(root, filepath.FromSlash(e.File))
		text, ok := texts[path]
		if !ok {
			data, err := os.ReadFile(path)
			if err != nil {
				return "", err
			}
			text = string(data)
		}
		if n := strings.Count(text, e.Old); n != 1 {
			return "", fmt.Errorf("chaos: %s: the text that the bug %s changes is there %d times; want it once: %q", e.File, p.Name, n, e.Old)
		}
		texts[path] = strings.Replace(text, e.Old, e.New, 1)
	}
	replace := map[string]string{}
	var errs []error
	for path, text := range texts {
		other := filepath.Join(dir, p.Name+"-"+filepath.Base(path))
		errs = append(errs, os.WriteFile(other, []byte(text), 0o600))
		replace[path] = other
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	path := filepath.Join(dir, p.Name+".json")
	return path, errors.Join(append(errs, err, os.WriteFile(path, list, 0o600))...)
}
