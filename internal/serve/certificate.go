package serve

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"
)

// lookEvery is how often certificate files are looked at, when somebody comes.
const lookEvery = time.Second

// Certificate is a certificate and its key in two PEM files. When they change, as
// when they are renewed, those who come from then on get the new one; files that
// cannot be used are logged and the last good ones kept.
type Certificate struct {
	cert, key string
	log       *slog.Logger
	now       func() time.Time

	mu      sync.Mutex
	current *tls.Certificate
	version [2]fileVersion
	looked  time.Time
}

// fileVersion tells whether a file has changed.
type fileVersion struct {
	at   time.Time
	size int64
}

// LoadCertificate reads the files.
func LoadCertificate(cert, key string, log *slog.Logger) (*Certificate, error) {
	c := &Certificate{cert: cert, key: key, log: log, now: time.Now}
	version, err := c.versions()
	if err != nil {
		return nil, err
	}
	if err := c.load(version); err != nil {
		return nil, err
	}
	c.looked = c.now()
	return c, nil
}

// TLS returns a configuration that shows the certificate.
func (c *Certificate) TLS() *tls.Config {
	return &tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		return c.get(), nil
	}}
}

// get returns the present certificate.
func (c *Certificate) get() *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.now(); now.Sub(c.looked) >= lookEvery {
		c.looked = now
		if version, err := c.versions(); err != nil || version != c.version {
			c.renew()
		}
	}
	return c.current
}

// Reload reads the files now, whether they seem to have changed or not.
func (c *Certificate) Reload() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.renew()
}

// renew reads the files again, and says in the log what came of it. The caller
// holds mu.
func (c *Certificate) renew() {
	version, err := c.versions()
	if err == nil {
		err = c.load(version)
	}
	c.version = version // so that what cannot be used is tried once
	if err != nil {
		c.log.Error("the certificate cannot be read again, the last one stays", "err", err)
		return
	}
	c.log.Info("the certificate was read again", "until", c.current.Leaf.NotAfter)
}

// versions looks at both files.
func (c *Certificate) versions() (v [2]fileVersion, err error) {
	for i, name := range []string{c.cert, c.key} {
		info, err := os.Stat(name)
		if err != nil {
			return v, fmt.Errorf("%s: %w", name, withoutPath(err))
		}
		v[i] = fileVersion{info.ModTime(), info.Size()}
	}
	return v, nil
}

// load reads both files.
func (c *Certificate) load(version [2]fileVersion) error {
	loaded, err := tls.LoadX509KeyPair(c.cert, c.key)
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	if err != nil {
		return fmt.Errorf("%s and %s are no certificate and its key: %w", c.cert, c.key, err)
	}
	c.current, c.version = &loaded, version
	return nil
}

// withoutPath is an error of the file system without the name of the file.
func withoutPath(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}
