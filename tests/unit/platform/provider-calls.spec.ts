import { expect, test } from "@playwright/test";
import { verdictOnFailure } from "#lib/channels/provider-call.ts";
import { LookupError } from "#lib/platform/dns/look-up.ts";
import { explain, HttpError } from "#lib/platform/http/failure.ts";
import { redact, retryAfter_s, serverAddress } from "#lib/platform/http/provider-calls.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const DAY_S = 86_400;

const RETRY: [header: string | undefined, seconds: number][] = [
  [undefined, 0],
  ["", 0],
  ["0", 0],
  ["7", 7],
  [" 7 ", 7],
  ["7.2", 8],
  ["7.25", 8],
  ["12", 12],
  ["7.", 0],
  ["-7", 0],
  ["soon", 0],
  ["86400", DAY_S],
  ["86401", DAY_S],
  ["9".repeat(400), 0],
  ["Fri, 20 Nov 2026 12:01:00 GMT", 60],
  ["Fri, 20 Nov 2026 11:59:00 GMT", 0],
  ["Sat, 21 Nov 2026 13:00:00 GMT", DAY_S],
];

test("how long a server asks to wait is read as seconds or as a date, and is a day at most", () => {
  for (const [header, seconds] of RETRY)
    expect(retryAfter_s(header, NOW), `${header}`).toBe(seconds);
});

test("a server's domain may come with its protocol", () => {
  expect(serverAddress("social.example")).toBe("https://social.example");
  for (const address of ["http://social.example", "HTTPS://social.example"])
    expect(serverAddress(address)).toBe(address);
  expect(serverAddress("xhttp://a")).toBe("https://xhttp://a");
});

const REDACTED: [text: string, secrets: (string | null)[], kept: string][] = [
  ["plain", [], "plain"],
  ["key abcdef!", ["abcdef"], "key …!"],
  ["key abcdef abcdef", ["abcdef"], "key … …"],
  ["key abcde", ["abcde"], "key abcde"],
  ["key a/bcdef a%2Fbcdef", ["a/bcdef"], "key … …"],
  ["secret-and-more", ["secret", "secret-and-more"], "…"],
  ["none", [null], "none"],
  [" a\n\tb\u0000c  ", [], "a b c"],
  ["a\ud800b", [], "a\ufffdb"],
  ["x".repeat(300), [], "x".repeat(300)],
  ["x".repeat(301), [], `${"x".repeat(299)}…`],
];

test("a foreign text is kept in one line, without secrets, up to 300 characters", () => {
  for (const [text, secrets, kept] of REDACTED) expect(redact(text, secrets)).toBe(kept);
});

const failing = (code: string) => Object.assign(new Error(code), { code });
const all = (...codes: string[]) => new AggregateError(codes.map(failing));

const FAILURES: [error: Error, failure: string, isOurs: boolean, code: string][] = [
  [failing("ECONNRESET"), "connection_failed", false, "ECONNRESET"],
  [failing("ECONNREFUSED"), "connection_failed", false, "ECONNREFUSED"],
  [failing("ETIMEDOUT"), "timeout", false, "ETIMEDOUT"],
  [failing("HPE_INVALID_CONSTANT"), "bad_answer", false, "HPE_INVALID_CONSTANT"],
  [failing("xHPE_"), "connection_failed", false, "xHPE_"],
  [failing("CERT_HAS_EXPIRED"), "tls_failed", false, "CERT_HAS_EXPIRED"],
  [failing("ERR_TLS_CERT_ALTNAME_INVALID"), "tls_failed", false, "ERR_TLS_CERT_ALTNAME_INVALID"],
  [
    failing("UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
    "tls_failed",
    false,
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  ],
  [failing("EPROTO"), "tls_failed", false, "EPROTO"],
  [failing("EMFILE"), "connection_failed", true, "EMFILE"],
  [failing("EADDRNOTAVAIL"), "connection_failed", true, "EADDRNOTAVAIL"],
  [all("ECONNREFUSED", "ENOMEM"), "connection_failed", true, "ECONNREFUSED"],
  [all("ECONNREFUSED", "ENETUNREACH"), "connection_failed", false, "ECONNREFUSED"],
  [new LookupError("a.example", true), "unknown_host", false, ""],
  [new LookupError("a.example", false), "timeout", false, ""],
  [new Error("no code"), "connection_failed", false, ""],
];

const DETAILS: [code: string, detail: string | null][] = [
  ["CERT_HAS_EXPIRED", "tls_expired"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "tls_wrong_host"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls_self_signed"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "tls_untrusted"],
  ["ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL", "http2_only"],
  ["EPROTO", null],
];

test("a receiver's certificate is named as expired, of another host, self-signed or unknown", async () => {
  const calm = { isConnected: false, isOver: false, signal: undefined, asksNetwork: false };
  for (const [code, detail] of DETAILS) {
    const error = await explain(failing(code), calm);
    expect(error).toMatchObject({ failure: "tls_failed", detail });
    expect(verdictOnFailure(error)).toMatchObject({ reason: detail ?? "tls_failed" });
  }
});

test("a failed call says what failed, whose fault it is, and the system's code", async () => {
  const calm = { isConnected: false, isOver: false, signal: undefined, asksNetwork: false };
  for (const [error, failure, isOurs, code] of FAILURES) {
    const explained = await explain(error, calm);
    expect(explained, error.message).toMatchObject({ failure, isOurs, code, message: failure });
    expect(explained.cause).toBe(error);
  }
  const known = new HttpError("tls_failed");
  expect(await explain(known, calm)).toBe(known);
  const over = await explain(failing("ECONNRESET"), { ...calm, isOver: true });
  expect(over).toMatchObject({ failure: "timeout", isOurs: false, code: "" });
  const open = { ...calm, signal: new AbortController().signal };
  expect(await explain(failing("ECONNRESET"), open)).toMatchObject({ isOurs: false });
  const aborted = await explain(failing("ECONNRESET"), { ...calm, signal: AbortSignal.abort() });
  expect(aborted).toMatchObject({ failure: "connection_failed", isOurs: true, code: "ABORT_ERR" });
});
