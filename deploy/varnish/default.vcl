vcl 4.1;

import std;
import xkey;

# The program. Start it with CDN_PURGE=varnish:http://<this machine>:<this port> and TRUST_PROXY=1.
backend default {
  .host = "127.0.0.1";
  .port = "3000";
  # /live is silent for 25 s.
  .between_bytes_timeout = 60s;
  .probe = {
    .url = "/healthz";
    .interval = 1s;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
  }
}

# The machines that run the program's workers.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers) {
      return (synth(403));
    }
    if (req.http.xkey-purge) {
      set req.http.n = xkey.purge(req.http.xkey-purge);
    } elsif (req.http.xkey-softpurge) {
      set req.http.n = xkey.softpurge(req.http.xkey-softpurge);
    }
    return (synth(200));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Cookies of others, such as statistics, change nothing.
  if (req.http.Authorization || req.url ~ "/live$" || req.http.Cookie ~ "next-auth|allclear") {
    return (pass);
  }
  unset req.http.Cookie;
  # What was purged is fetched anew while the program answers, else shown as it was.
  if (req.restarts == 0 && std.healthy(req.backend_hint)) {
    set req.grace = 0s;
  }
  return (hash);
}

sub vcl_backend_response {
  if (beresp.status >= 500) {
    # Must not stand in the way of the last good copy.
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    return (deliver);
  }
  if (beresp.http.Surrogate-Control ~ "max-age=[0-9]+") {
    set beresp.ttl = std.duration(
      regsub(beresp.http.Surrogate-Control, "^.*max-age=([0-9]+).*$", "\1s"), 2s);
  }
  if (beresp.http.Cache-Control ~ "stale-if-error") {
    set beresp.grace = 1d;
    set beresp.keep = 1d;
  }
}

sub vcl_deliver {
  if (resp.status >= 500 && req.restarts == 0 && req.grace == 0s) {
    return (restart);
  }
  unset resp.http.Surrogate-Control;
  unset resp.http.xkey;
}
