import { X509Certificate } from "node:crypto";
import { expect, test } from "@playwright/test";
import { pause_s, renewalIdOf, renewalTime, twoThirdsOf } from "#lib/domains/acme/renewal.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";
import { certify } from "#tests/support/data/certificates.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const never = { known_ms: null, drawn: 0 };

test("a certificate is renewed at two thirds of its life, however long that is", () => {
  for (const days of [90, 64, 45, 6, 0.01]) {
    const life = { from_ms: 1_000, to_ms: 1_000 + days * DAY_MS };
    expect(renewalTime(life, null, never)).toBeCloseTo(1_000 + (days * DAY_MS * 2) / 3, 0);
    expect(renewalTime(life, null, never)).toBe(twoThirdsOf(life));
  }
});

test("the window that the authority suggests is kept, and drawn from once", () => {
  const drawn = Array.from({ length: 200 }, (_, n) => n / 199);
  for (const share of drawn) {
    const life = { from_ms: 0, to_ms: (1 + share * 99) * DAY_MS };
    const start_ms = life.to_ms * share;
    const window = { start_ms, end_ms: start_ms + HOUR_MS };
    const time = renewalTime(life, window, { known_ms: null, drawn: share });
    expect(time).toBeLessThan(life.to_ms);
    if (share < 0.89) {
      expect(time).toBeGreaterThanOrEqual(window.start_ms);
      expect(time).toBeLessThanOrEqual(window.end_ms);
      expect(renewalTime(life, window, { known_ms: time, drawn: 1 - share })).toBe(time);
    } else if (share > 0.9) expect(time).toBe(twoThirdsOf(life));
  }
});

test("pauses after failures double from a minute to a day, and last as long as was asked for", () => {
  const pauses = Array.from({ length: 40 }, (_, n) => pause_s(n + 1, 0, 0));
  expect(pauses.slice(0, 5)).toEqual([60, 120, 240, 480, 960]);
  expect(Math.max(...pauses)).toBe(DAY_SECONDS);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pause_s(1, 7_200, 0)).toBe(7_200);
  expect(pause_s(1, 0, 1)).toBe(66);
});

// https://www.rfc-editor.org/rfc/rfc9773#appendix-A
const OF_THE_STANDARD = `-----BEGIN CERTIFICATE-----
MIIBQzCB66ADAgECAgUAh2VDITAKBggqhkjOPQQDAjAVMRMwEQYDVQQDEwpFeGFt
cGxlIENBMCIYDzAwMDEwMTAxMDAwMDAwWhgPMDAwMTAxMDEwMDAwMDBaMBYxFDAS
BgNVBAMTC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeBZu
7cbpAYNXZLbbh8rNIzuOoqOOtmxA1v7cRm//AwyMwWxyHz4zfwmBhcSrf47NUAFf
qzLQ2PPQxdTXREYEnKMjMCEwHwYDVR0jBBgwFoAUaYhba4dGQEHhs3uEe6CuLN4B
yNQwCgYIKoZIzj0EAwIDRwAwRAIge09+S5TZAlw5tgtiVvuERV6cT4mfutXIlwTb
+FYN/8oCIClDsqBklhB9KAelFiYt9+6FDj3z4KGVelYM5MdsO3pK
-----END CERTIFICATE-----`;

test("a certificate is named to the authority as RFC 9773 has it", () => {
  expect(renewalIdOf(new X509Certificate(OF_THE_STANDARD))).toBe(
    "aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE",
  );
  expect(renewalIdOf(new X509Certificate(certify({ host: "example.net" }).cert))).toBeNull();
});
