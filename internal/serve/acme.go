package serve

import (
	"crypto/tls"
	"net/http"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// ACME gets certificates for hosts from an authority such as Let's Encrypt, when
// somebody first comes for one, and renews them.
type ACME struct{ manager *autocert.Manager }

// ACMEConfig is what an ACME is made of.
type ACMEConfig struct {
	Hosts     []string // names that this server has; no others get a certificate
	Email     string   // where the authority writes to; may be empty
	Cache     string   // directory for account and certificates, made if it is missing
	Directory string   // address of the authority's directory; "": Let's Encrypt
}

// NewACME returns an ACME. Whoever calls it accepts the authority's terms of use.
func NewACME(cfg ACMEConfig) *ACME {
	m := &autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		Cache:      autocert.DirCache(cfg.Cache),
		HostPolicy: autocert.HostWhitelist(cfg.Hosts...),
		Email:      cfg.Email,
	}
	if cfg.Directory != "" {
		m.Client = &acme.Client{DirectoryURL: cfg.Directory}
	}
	return &ACME{manager: m}
}

// TLS returns a configuration that shows the certificates, and by which the
// authority can make sure that a host is ours (TLS-ALPN-01).
func (a *ACME) TLS() *tls.Config { return a.manager.TLSConfig() }

// Handler answers on port 80: the authority (HTTP-01), and everybody else with the
// same address over TLS.
func (a *ACME) Handler() http.Handler { return a.manager.HTTPHandler(nil) }
