vcl 4.1;
# Varnish 7.1 or newer with varnish-modules. What ends TLS stands before it and passes Host on;
# TRUST_PROXY counts both. Purges have a listener of their own, which no visitor may reach:
# varnishd -a :6081 -a purge=10.0.0.5:6082 …, and CDN_PURGE=varnish:http://10.0.0.5:6082

import directors;
import std;
import xkey;

probe ready {
  .url = "/readyz?database=optional";
  .interval = 1s;
  .timeout = 5s;
  .window = 3;
  .threshold = 2;
  .initial = 2;
}

# Each node, here and in vcl_init.
backend node1 {
  .host = "127.0.0.1";
  .port = "3000";
  .connect_timeout = 2s;
  .first_byte_timeout = 30s;
  # /live is silent for 25 s.
  .between_bytes_timeout = 60s;
  .probe = ready;
}

sub vcl_init {
  new nodes = directors.round_robin();
  nodes.add_backend(node1);
}

# The machines that run the program's workers.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  set req.backend_hint = nodes.backend();
  if (req.method == "PURGE") {
    # Through what ends TLS on this machine every visitor is 127.0.0.1.
    if (local.socket != "purge" || client.ip !~ purgers) {
      return (synth(403));
    }
    if (req.http.xkey-purge) {
      set req.http.n = xkey.purge(req.http.xkey-purge);
    } elsif (req.http.xkey-softpurge) {
      set req.http.n = xkey.softpurge(req.http.xkey-softpurge);
    }
    return (synth(200));
  }
  # Other methods would be piped: what follows on that connection could claim any address.
  if (req.method !~ "^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$") {
    return (synth(405));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Cookies of others, such as statistics, change nothing.
  if (req.http.Authorization || req.url ~ "/live$" ||
      req.http.Cookie ~ "next-auth|allclear-|theme=") {
    return (pass);
  }
  unset req.http.Cookie;
  # What was purged is fetched anew while the program answers, else shown as it was.
  if (req.restarts == 0 && std.healthy(req.backend_hint)) {
    set req.grace = 0s;
  }

  # One spelling of each wish. In "sw,de-AT,de;q=0.9" only "de" can be had, and it comes first.
  if (req.http.Accept !~ "(?i)markdown|html *;") {
    set req.http.Accept = "*/*";
  }
  set req.http.Accept-Language = regsuball(req.http.Accept-Language,
    "(?i)(^|,) *+(?!(ar|cs|de|en|es|fr|it|ja|ko|nl|pl|pt|sv|tr|uk|zh)\b)[^,]*", "");
  set req.http.Accept-Language = regsub(req.http.Accept-Language,
    "^[, ]*(?!zh)([A-Za-z]{2})(-[A-Za-z]{2})? *(,.*)?$", "\1");
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
  # A 304 without it would find it again in the stored copy.
  unset beresp.http.Surrogate-Control;
  if (beresp.http.Cache-Control ~ "stale-if-error") {
    set beresp.grace = 1d;
    set beresp.keep = 1d;
  }
}

sub vcl_backend_error {
  set beresp.http.Retry-After = "5";
}

sub vcl_deliver {
  if (resp.status >= 500 && req.restarts == 0 && req.grace == 0s) {
    return (restart);
  }
  unset resp.http.xkey;
}
