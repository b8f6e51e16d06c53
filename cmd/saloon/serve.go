package main

import (
	"log/slog"
	"time"

	"github.com/alecthomas/kong"

	"github.com/saloon-games/saloon/internal/logs"
)

// serveCommand is "saloon serve", and "saloon" alone.
type serveCommand struct {
	Addr string `env:"SALOON_ADDR" placeholder:"HOST:PORT" help:"Where to listen: 127.0.0.1:8080, with --acme :443 unless given. Without a host others can come, too; port 0 is any."`
	dataFlags
	BasePath  string   `env:"SALOON_BASE_PATH" placeholder:"PATH" help:"Path under which a proxy shows the house, such as /saloon."`
	PublicURL string   `env:"SALOON_PUBLIC_URL" name:"public-url" placeholder:"URL" help:"Address by which people come, such as https://cards.example.org; what their browsers say unless given."`
	TLSCert   string   `env:"SALOON_TLS_CERT" name:"tls-cert" placeholder:"FILE" help:"Certificate, PEM, with those between. Read again when it changes."`
	TLSKey    string   `env:"SALOON_TLS_KEY" name:"tls-key" placeholder:"FILE" help:"Its key, PEM."`
	ACME      []string `env:"SALOON_ACME" name:"acme" placeholder:"HOST" help:"Get certificates for these names of this machine, from Let's Encrypt unless said otherwise; that accepts its terms."`
	ACMEEmail string   `env:"SALOON_ACME_EMAIL" name:"acme-email" placeholder:"ADDRESS" help:"Where the authority writes when something is wrong."`
	ACMEURL   string   `env:"SALOON_ACME_URL" name:"acme-url" placeholder:"URL" help:"Directory of another authority."`
	ACMEHTTP  string   `env:"SALOON_ACME_HTTP" name:"acme-http" default:":80" placeholder:"HOST:PORT" help:"Where plain HTTP is sent on to HTTPS with --acme (${default}); off for nowhere."`

	LogLevel  string `env:"SALOON_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" placeholder:"LEVEL" help:"Least of what is logged: debug, info, warn or error (${default})."`
	LogFormat string `env:"SALOON_LOG_FORMAT" enum:"text,json" default:"text" placeholder:"FORMAT" help:"How it is logged: text or json (${default})."`

	traceFlags

	TrustProxy  []string `env:"SALOON_TRUST_PROXY" placeholder:"CIDR" help:"Proxies whose X-Forwarded-For, X-Forwarded-Proto, X-Request-Id and traceparent count, such as 127.0.0.1 or 10.0.0.0/8."`
	MetricsFrom []string `env:"SALOON_METRICS_FROM" default:"127.0.0.0/8,::1" placeholder:"CIDR" help:"Who may read /metrics (${default})."`
	Pprof       string   `env:"SALOON_PPROF" placeholder:"HOST:PORT" help:"Where the Go tool pprof can look in; an address that only this machine can reach."`

	NATS string `env:"SALOON_NATS" name:"nats" placeholder:"URL" help:"NATS servers by which several saloons on one database, and workers, hear of each other, such as nats://one,nats://two; none are needed for one. With a password only as a variable."`

	Bots string `env:"SALOON_BOTS" enum:"here,workers" default:"here" placeholder:"here|workers" help:"Where bots think: here, in this process, or in those that run as saloon worker on the same NATS servers (${default}). Where none answers, it is here all the same."`

	BotPause  time.Duration `env:"SALOON_BOT_PAUSE" default:"${botPause}" placeholder:"DURATION" help:"How long bots wait before a move at new tables (${default})."`
	DealPause time.Duration `env:"SALOON_DEAL_PAUSE" default:"${dealPause}" placeholder:"DURATION" help:"How long, at most, the end of a hand or round is left to look at, at new tables (${default})."`

	limitFlags
}

// limitFlags say how much people may ask for. Unless given they are web's defaults.
type limitFlags struct {
	Limits              string `env:"SALOON_LIMITS" enum:"on,off" default:"on" placeholder:"on|off" help:"Whether there are the limits that follow (${default}). Each can be 0, for none."`
	LimitRequests       *int   `env:"SALOON_LIMIT_REQUESTS" min:"0" placeholder:"N" help:"Most requests of a guest in a second, after ten seconds' worth (${limitRequests})."`
	LimitAddress        *int   `env:"SALOON_LIMIT_ADDRESS" min:"0" placeholder:"N" help:"As many guests' worth of requests may come from one address (${limitAddress})."`
	LimitTables         *int   `env:"SALOON_LIMIT_TABLES" min:"0" placeholder:"N" help:"Most tables that a guest opens in an hour (${limitTables})."`
	LimitGuests         *int   `env:"SALOON_LIMIT_GUESTS" min:"0" placeholder:"N" help:"Most new guests from one address in an hour (${limitGuests})."`
	LimitStreams        *int   `env:"SALOON_LIMIT_STREAMS" min:"0" placeholder:"N" help:"Most live pages of a guest at once (${limitStreams})."`
	LimitAddressStreams *int   `env:"SALOON_LIMIT_ADDRESS_STREAMS" min:"0" placeholder:"N" help:"Most live pages from one address at once (${limitAddressStreams})."`
}

// Help is the command's detailed help.
func (*serveCommand) Help() string {
	return `Opens the house: people play in their browsers. "saloon" alone does the same. All that happens is kept in one file, saloon.db in the data directory, which is made if it is missing; a game goes on where it was after any end of the program. With --database it is kept in PostgreSQL instead, and any number of these may share it. Ctrl-C or SIGTERM ends it in good order, a second one at once.

Each flag can be given as an environment variable, too: --log-level as SALOON_LOG_LEVEL. A flag counts more.

/healthz says whether it lives, /readyz whether it can be used, /metrics what it has counted. docs/hosting.md tells how to run it for others.

Examples:

    saloon
    saloon serve --addr :8080
    saloon serve --acme cards.example.org --acme-email me@example.org --data /var/lib/saloon
    saloon serve --database postgres://me@db/saloon --nats nats://bus --bots workers
    saloon serve --base-path /saloon --trust-proxy 127.0.0.1
`
}

// Run opens the house until a signal ends it.
func (c *serveCommand) Run(a *app, ctx *kong.Context) error {
	h, err := c.hosting(source{ctx})
	if err != nil {
		return err
	}
	return h.run(a, c.logger(a))
}

// logger writes to standard error.
func (c *serveCommand) logger(a *app) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.LogLevel)) // the parser has seen to it
	options := &slog.HandlerOptions{Level: level}
	if c.LogFormat == "json" {
		return slog.New(logs.Handler(slog.NewJSONHandler(a.err, options)))
	}
	return slog.New(logs.Handler(slog.NewTextHandler(a.err, options)))
}
