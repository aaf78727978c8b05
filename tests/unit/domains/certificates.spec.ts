import { X509Certificate } from "node:crypto";
import { expect, test } from "@playwright/test";
import {
  askAgain_s,
  pause_s,
  renewalIdOf,
  renewalTime,
  twoThirdsOf,
} from "#lib/domains/acme/renewal.ts";
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

test("a time that was drawn is kept while it lies in the window, which ends before the last tenth", () => {
  const life = { from_ms: 100, to_ms: 1_100 };
  const at = (start_ms: number, end_ms: number, known_ms: number | null, drawn = 0.5) =>
    renewalTime(life, { start_ms, end_ms }, { known_ms, drawn });
  expect(at(200, 400, null)).toBe(300);
  expect(at(200, 400, null, 0)).toBe(200);
  expect(at(200, 400, null, 1)).toBe(400);
  for (const known_ms of [200, 250, 400]) expect(at(200, 400, known_ms)).toBe(known_ms);
  for (const known_ms of [199, 401]) expect(at(200, 400, known_ms)).toBe(300);
  expect(at(800, 5_000, null)).toBe(900);
  expect(at(800, 5_000, 1_000)).toBe(1_000);
  expect(at(800, 5_000, 1_001)).toBe(900);
  expect(at(999, 5_000, null, 0)).toBe(999);
  expect(at(1_000, 5_000, null)).toBe(twoThirdsOf(life));
});

test("an authority is asked again when it says, at least after a minute and at most after a day", () => {
  const asked = [0, 1, 60, 61, DAY_SECONDS, DAY_SECONDS + 1].map(askAgain_s);
  expect(asked).toEqual([6 * 3_600, 60, 60, 61, DAY_SECONDS, DAY_SECONDS]);
  expect(pause_s(0, 0, 0)).toBe(60);
});

test("a certificate's name begins its number as DER does, and needs its issuer's key", () => {
  const { raw } = new X509Certificate(OF_THE_STANDARD);
  const named = (serialNumber: string, bytes = raw) =>
    renewalIdOf({ raw: bytes, serialNumber } as X509Certificate);
  const number = (id: string | null) =>
    Buffer.from(id?.split(".")[1] ?? "", "base64url").toString("hex");
  for (const [serial, hex] of [
    ["7F", "7f"],
    ["80", "0080"],
    ["F1", "00f1"],
    ["18", "18"],
    ["1", "01"],
    ["8AB", "08ab"],
  ] as const)
    expect(number(named(serial))).toBe(hex);
  const at = raw.indexOf(Buffer.from("0603551d23", "hex")) + 5;
  for (const changed of [at, at + 4]) {
    const bytes = Buffer.from(raw);
    bytes[changed] = 0x05;
    expect(named("7F", bytes)).toBeNull();
  }
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
