package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShortFormsAreReadAsNetHTTPReadsThem(t *testing.T) {
	for _, kind := range []string{"application/x-www-form-urlencoded", "application/x-www-form-urlencoded;charset=UTF-8", "text/plain", ""} {
		for _, body := range []string{"", "game=1&ply=20&word=play+15", "a=1&a=2&b=%C3%A4&c", "a;b", "%zz", "long=" + strings.Repeat("x", 600)} {
			request := func() *http.Request {
				r := httptest.NewRequest(http.MethodPost, "/play?query=1", strings.NewReader(body))
				r.Header.Set("Content-Type", kind)
				return r
			}
			want, got := request(), request()
			wantErr, gotErr := want.ParseForm(), parseForm(got)
			if (wantErr == nil) != (gotErr == nil) {
				t.Errorf("%q as %q: %v; want %v", body, kind, gotErr, wantErr)
			}
			if diff := cmp.Diff(want.PostForm, got.PostForm); diff != "" {
				t.Errorf("%q as %q (-want +got):\n%s", body, kind, diff)
			}
			if got.FormValue("query") != "1" {
				t.Errorf("%q as %q: the query is lost", body, kind)
			}
			if err := parseForm(got); err != nil {
				t.Errorf("%q as %q: a second time: %v", body, kind, err)
			}
		}
	}
}

func TestAFormThatEndsEarlyIsRefused(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/play", strings.NewReader("a=1"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.ContentLength = 10
	if err := parseForm(r); err == nil {
		t.Error("it was taken for the whole")
	}
}
