package chaos

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// A NATS server is this program once more, with this in its environment.
const serverVariable = "SALOON_CHAOS_NATS"

// clusterOptions are those of a server of the cluster.
type clusterOptions struct {
	Name      string
	Advertise string   // where the others reach it
	Routes    []string // where it reaches the others, as addresses of NATS
}

// addresses is what a server says when it is ready.
type addresses struct {
	Ready, Cluster string
}

// ServeNATS is a NATS server until it is told to end, if this process was started to be
// one; it reports whether it was. A program that runs a fault run must call it before
// all else.
func ServeNATS() (was bool, err error) {
	text := os.Getenv(serverVariable)
	if text == "" {
		return false, nil
	}
	return true, serveNATS(text, os.Stdout)
}

func serveNATS(text string, out io.Writer) error {
	var o clusterOptions
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	s, err := server.NewServer(&server.Options{
		ServerName: o.Name, Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
		Routes: server.RoutesFromStr(strings.Join(o.Routes, ",")),
		Cluster: server.ClusterOpts{
			Name: "saloon", Host: "127.0.0.1", Port: server.RANDOM_PORT, Advertise: o.Advertise,
			NoAdvertise: true, // else those who use it would find ways around the links that are cut
		},
	})
	if err != nil {
		return err
	}
	end := make(chan os.Signal, 1)
	signal.Notify(end, syscall.SIGTERM)
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		return fmt.Errorf("chaos: NATS server %s does not get ready", o.Name)
	}
	if err := json.NewEncoder(out).Encode(addresses{s.Addr().String(), s.ClusterAddr().String()}); err != nil {
		return err
	}
	<-end
	s.Shutdown()
	s.WaitForShutdown()
	return nil
}

// serverCommand starts this program as a server of the cluster.
func serverCommand(o clusterOptions) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	c := exec.Command(self)
	c.Env = append(os.Environ(), serverVariable+"="+string(text), "GOMAXPROCS=1")
	return c, nil
}
