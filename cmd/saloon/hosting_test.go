package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"flag"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
)

var update = flag.Bool("update", false, "write the table of flags in docs/hosting.md anew")

// The page's table of flags is made of the flags themselves.
func TestThePageOnHostingTellsEveryFlag(t *testing.T) {
	const begin, end = "| flag | variable | what |\n|---|---|---|\n", "\n\n"
	name := filepath.Join("..", "..", "docs", "hosting.md")
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), begin)
	got, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no table of flags", name)
	}
	want := flagTable(t)
	if got == want {
		return
	}
	if *update {
		if err := os.WriteFile(name, []byte(before+begin+want+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Errorf("the table of flags in %s is not that of the program; go test ./cmd/saloon -run Hosting -update writes it anew", name)
}

// flagTable is the rows of the table.
func flagTable(t *testing.T) string {
	t.Helper()
	var rows []string
	for _, f := range flagsOf(t, "serve") {
		cells := []string{"`" + f.Summary() + "`", "`" + f.Envs[0] + "`", f.Help}
		for i, cell := range cells {
			cells[i] = strings.ReplaceAll(cell, "|", `\|`)
		}
		rows = append(rows, "| "+strings.Join(cells, " | ")+" |")
	}
	return strings.Join(rows, "\n")
}

// flagsOf are the flags of a command that are not of all commands.
func flagsOf(t *testing.T, command string) (flags []*kong.Flag) {
	t.Helper()
	parser, err := (&app{out: &bytes.Buffer{}, err: &bytes.Buffer{}}).parser(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, node := range parser.Model.Children {
		if node.Name == command {
			flags = node.Flags
		}
	}
	if len(flags) == 0 {
		t.Fatalf("%s has no flags", command)
	}
	return flags
}

func TestEveryFlagForHostsIsAVariableToo(t *testing.T) {
	for _, command := range []string{"serve", "worker", "backup"} {
		for _, f := range flagsOf(t, command) {
			if want := variable(f.Name); len(f.Envs) != 1 || f.Envs[0] != want {
				t.Errorf("--%s of %s has the variables %v; want %s", f.Name, command, f.Envs, want)
			}
		}
	}
}

// writeCertificate writes a certificate and its key for this machine, signed by
// nobody else.
func writeCertificate(t *testing.T, certFile, keyFile, name string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name},
		DNSNames: []string{"localhost"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{
		certFile: {Type: "CERTIFICATE", Bytes: cert},
		keyFile:  {Type: "PRIVATE KEY", Bytes: secret},
	} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
