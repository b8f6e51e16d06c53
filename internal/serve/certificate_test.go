package serve

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// write writes a certificate with a name, and its key.
func write(t *testing.T, certFile, keyFile, name string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}}
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

func TestACertificateIsReadAgainWhenItsFilesChange(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	write(t, cert, key, "first")
	c, err := LoadCertificate(cert, key, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	c.now = func() time.Time { return now }
	c.looked = now
	want := func(name string) {
		t.Helper()
		shown, err := c.TLS().GetCertificate(&tls.ClientHelloInfo{})
		if err != nil || shown.Leaf.Subject.CommonName != name {
			t.Errorf("shown is that of %q, %v; want %s", shown.Leaf.Subject.CommonName, err, name)
		}
	}
	want("first")
	write(t, cert, key, "a second one")
	want("first") // it is not looked at with every handshake
	now = now.Add(lookEvery)
	want("a second one")

	if err := os.WriteFile(cert, []byte("half a"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		now = now.Add(lookEvery)
		want("a second one")
	}
	if n := strings.Count(log.String(), "the last one stays"); n != 1 {
		t.Errorf("what cannot be read is logged %d times; want once", n)
	}
	write(t, cert, key, "the third")
	c.Reload() // at once
	want("the third")
}

func TestOnPort80PeopleAreSentToTheSameAddressOverTLS(t *testing.T) {
	t.Parallel()
	a := NewACME(ACMEConfig{Hosts: []string{"cards.example.org"}, Cache: t.TempDir()})
	ask := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://cards.example.org"+path, http.NoBody))
		return w
	}
	if w := ask("/j/ABC?x=1"); w.Code != http.StatusFound || w.Header().Get("Location") != "https://cards.example.org/j/ABC?x=1" {
		t.Errorf("people get %d to %q", w.Code, w.Header().Get("Location"))
	}
	if w := ask("/.well-known/acme-challenge/unasked"); w.Code != http.StatusNotFound {
		t.Errorf("a proof that nobody asked for is %d; want 404", w.Code)
	}
	if _, err := a.TLS().GetCertificate(&tls.ClientHelloInfo{ServerName: "other.example.org"}); err == nil {
		t.Error("a name that is not ours gets a certificate")
	}
}
