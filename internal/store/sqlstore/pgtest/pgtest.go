// Package pgtest runs a PostgreSQL for tests: a real one, in a directory of its own that
// nobody else can reach, gone when the tests are. It may be killed as a machine would be
// that loses power, and started again.
//
// The package must never know what is kept in it, nor what the tests are about.
package pgtest

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // to make databases
)

// A Server is one PostgreSQL, reached through a socket in its directory. What it has
// acknowledged is on disk, as in earnest.
type Server struct {
	dir     string // of its own, with data and socket
	bin     string // directory of PostgreSQL's programs
	who     *syscall.Credential
	process *exec.Cmd
	ended   chan struct{} // closed when the process has
	leash   *os.File      // while it is open the server may live
	names   atomic.Int64
}

// superuser is the name by which tests are known to the server.
const superuser = "saloon"

// Start makes and starts a server. Stop must be called in the end; if the program dies
// before, the server ends by itself.
func Start() (*Server, error) {
	s := &Server{}
	var err error
	if s.bin, err = programs(); err != nil {
		return nil, err
	}
	if s.dir, err = os.MkdirTemp("", "saloon-pg"); err != nil { // short: it is part of a socket's name
		return nil, err
	}
	if err := errors.Join(s.disguise(), s.create()); err != nil {
		return nil, errors.Join(err, os.RemoveAll(s.dir))
	}
	if err := s.Run(); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// programs finds where PostgreSQL's programs are, of several versions the newest.
func programs() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path), nil
		}
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", errors.New("pgtest: PostgreSQL is missing; tools/setup installs it")
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return versionOf(a) - versionOf(b) })), nil
}

func versionOf(program string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(program)))) // what is no number comes first
	return n
}

// disguise finds whom to run as: PostgreSQL refuses to be root.
func (s *Server) disguise() error {
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		return err
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return err
	}
	s.who = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return os.Chown(s.dir, int(uid), int(gid))
}

// command is one of PostgreSQL's programs.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir = s.dir
	c.SysProcAttr = &syscall.SysProcAttr{Credential: s.who, Setpgid: true}
	c.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	return c
}

func (s *Server) create() error {
	out, err := s.command(filepath.Join(s.bin, "initdb"), "--pgdata", filepath.Join(s.dir, "data"), "--username", superuser,
		"--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync").CombinedOutput()
	if err != nil {
		return fmt.Errorf("pgtest: initdb: %w: %s", err, out)
	}
	return nil
}

// leashed starts a program and kills it when nobody holds the other end of its input.
const leashed = `"$@" <&- & read -r _; kill -QUIT $! 2>/dev/null; wait $!`

// Run starts the server after [Server.Kill].
func (s *Server) Run() error {
	end, leash, err := os.Pipe()
	if err != nil {
		return err
	}
	s.process = s.command("/bin/sh", "-c", leashed, "sh", filepath.Join(s.bin, "postgres"), "-D", filepath.Join(s.dir, "data"),
		"-c", "listen_addresses=", "-c", "unix_socket_directories="+s.dir, "-c", "max_connections=200",
		"-c", "shared_buffers=32MB", "-c", "log_min_messages=fatal",
		// What nobody waits for is written late, so that a kill shows who has not waited.
		"-c", "wal_writer_delay=10s")
	s.process.Stdin = end
	var said bytes.Buffer
	s.process.Stdout, s.process.Stderr = &said, &said
	err = s.process.Start()
	_ = end.Close() // the program has it
	if err != nil {
		return errors.Join(err, leash.Close())
	}
	s.leash, s.ended = leash, make(chan struct{})
	go func() {
		_ = s.process.Wait() // how it ended is of no interest to a test that ended it
		close(s.ended)
	}()
	return s.await(&said)
}

// await waits until the server answers.
func (s *Server) await(said *bytes.Buffer) error {
	db, err := sql.Open("pgx", s.Address("postgres"))
	if err != nil {
		return err
	}
	defer db.Close() //nolint:errcheck // it has answered
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-s.ended:
			return fmt.Errorf("pgtest: the server does not start: %s", said.String())
		case <-ctx.Done():
			return fmt.Errorf("pgtest: the server does not answer: %w: %s", err, said.String())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Address is that of a database, as [sqlstore.Open] takes it.
//
// [sqlstore.Open]: https://pkg.go.dev/github.com/saloon-games/saloon/internal/store/sqlstore#Open
func (s *Server) Address(database string) string {
	return (&url.URL{
		Scheme: "postgres", User: url.User(superuser), Path: "/" + database, RawQuery: url.Values{"host": {s.dir}}.Encode(),
	}).String()
}

// Create makes an empty database and returns its address.
func (s *Server) Create(ctx context.Context) (string, error) {
	name := fmt.Sprint("test_", s.names.Add(1))
	if err := s.Do(ctx, `CREATE DATABASE `+name); err != nil {
		return "", err
	}
	return s.Address(name), nil
}

// Do has the server carry out a statement as its owner, outside of all tests' databases.
func (s *Server) Do(ctx context.Context, statement string) error {
	return Do(ctx, s.Address("postgres"), statement)
}

// Do has a statement carried out in the database at an address.
func Do(ctx context.Context, address, statement string) error {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, statement)
	return errors.Join(err, db.Close())
}

// master is the server's own process.
func (s *Server) master() (int, error) {
	lock, err := os.ReadFile(filepath.Join(s.dir, "data", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(lock), "\n")
	return strconv.Atoi(line)
}

// processes lists all of the server: whoever is at work in its data, also those whose master
// has gone.
func (s *Server) processes() (list []int, err error) {
	data, err := filepath.EvalSymlinks(filepath.Join(s.dir, "data"))
	if err != nil {
		return nil, err
	}
	places, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		return nil, err
	}
	for _, place := range places {
		if at, err := os.Readlink(place); err != nil || at != data {
			continue // it is another's, or has ended
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(place))); err == nil {
			list = append(list, pid)
		}
	}
	return list, nil
}

// stands reports whether a process stands still or has ended.
func stands(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return true
	}
	after := bytes.TrimLeft(stat[bytes.LastIndexByte(stat, ')')+1:], " ")
	return len(after) > 0 && strings.IndexByte("TZX", after[0]) >= 0 // as proc(5) has them
}

// stop has all of the server stand still, its own process first: it may be about to start
// another, which would be in no list.
func (s *Server) stop() error {
	master, err := s.master()
	if err != nil {
		return err
	}
	if err := send(master, syscall.SIGSTOP); err != nil {
		return err
	}
	for !stands(master) {
		runtime.Gosched()
	}
	return s.signal(syscall.SIGSTOP)
}

// signal sends a signal to all of the server.
func (s *Server) signal(by syscall.Signal) error {
	all, err := s.processes()
	for _, pid := range all {
		err = errors.Join(err, send(pid, by))
	}
	return err
}

// send sends a signal to a process that may have ended.
func send(pid int, by syscall.Signal) error {
	if err := syscall.Kill(pid, by); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}

// Kill ends all of the server at once, as if the power had failed but for what the
// system has in memory.
func (s *Server) Kill() error {
	// Stopped first: it would begin anew by itself when it sees the others die.
	if err := s.stop(); err != nil {
		return err
	}
	for {
		all, err := s.processes()
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return s.end()
		}
		if err := s.signal(syscall.SIGKILL); err != nil {
			return err
		}
		runtime.Gosched()
	}
}

// Pause has all of the server stand still until [Server.Continue].
func (s *Server) Pause() error { return s.stop() }

// Continue lets it go on.
func (s *Server) Continue() error { return s.signal(syscall.SIGCONT) }

// end waits until the server is gone.
func (s *Server) end() error {
	err := s.leash.Close()
	<-s.ended
	s.process = nil
	return err
}

// Stop ends the server and removes all that it kept.
func (s *Server) Stop() error {
	var err error
	if s.process != nil {
		err = s.end()
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}

// T is a test, a benchmark, or one try of a property.
type T interface {
	Helper()
	Fatal(args ...any)
	Context() context.Context
}

var (
	shared   *Server
	sharedMu sync.Mutex
)

// Shared is the server of all tests of a program that do not harm it, started by the
// first of them that asks. [Run] ends it.
func Shared(tb T) *Server {
	tb.Helper()
	sharedMu.Lock()
	defer sharedMu.Unlock()
	if shared == nil {
		s, err := Start()
		if err != nil {
			tb.Fatal(err)
		}
		shared = s
	}
	return shared
}

// Database is a new, empty database of the shared server.
func Database(tb T) (address string) {
	tb.Helper()
	address, err := Shared(tb).Create(context.WithoutCancel(tb.Context()))
	if err != nil {
		tb.Fatal(err)
	}
	return address
}

// Session opens a connection of its own to a database and returns what asks there, for one
// value as text: for what a test wants to know, or to hold up.
func Session(tb testing.TB, address string) (ask func(query string) string) {
	tb.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		tb.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	return func(query string) (answer string) {
		tb.Helper()
		if err := db.QueryRowContext(context.WithoutCancel(tb.Context()), query).Scan(&answer); err != nil {
			tb.Fatal(err)
		}
		return answer
	}
}

// Run runs a program's tests and ends the shared server, if there is one.
func Run(m *testing.M) (status int) {
	status = m.Run()
	sharedMu.Lock()
	defer sharedMu.Unlock()
	if shared != nil {
		if err := shared.Stop(); err != nil && status == 0 {
			fmt.Fprintln(os.Stderr, err)
			status = 1
		}
	}
	return status
}
