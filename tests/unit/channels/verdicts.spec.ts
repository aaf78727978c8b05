import { expect, test } from "@playwright/test";
import {
  calledHost,
  callProvider,
  type Meanings,
  secretsOf,
  verdictOn,
  verdictOnFailure,
} from "#lib/channels/provider-call.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { HttpError } from "#lib/platform/http/failure.ts";
import { providerUrl, redact } from "#lib/platform/http/provider-calls.ts";
import type { Verdict } from "#lib/platform/verdict.ts";
import { Receiver } from "#tests/support/http/receiver.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";

const NOW = new Date("2026-11-20T14:02:00Z");
const HOOK = "https://hooks.example.com/services/T0001/B0001/verysecrettoken?key=alsosecret";
const MEANINGS: Meanings = { delivered: [200, 204], gone: [404, 410], sender: [401], pause_s: 60 };

function verdict(status: number, text = "", headers: Record<string, string> = {}): Verdict {
  return verdictOn({ status, text, headers }, MEANINGS, secretsOf(HOOK), NOW);
}

test("a limit's pause is read wherever vendors write it", () => {
  const soon_s = NOW.getTime() / 1_000 + 30;
  const limits: [string, Record<string, string>, number][] = [
    ["", { "retry-after": "45" }, 60],
    ["", { "retry-after": "61" }, 61],
    ["", { "x-ratelimit-reset-after": "75.2" }, 76],
    ["", { "x-ratelimit-reset": String(soon_s + 60) }, 90],
    ["", { "x-ratelimit-reset": "2026-11-20T14:03:31.000Z" }, 91],
    ['{"retry_after": 64.5, "global": false}', {}, 65],
    ['{"ok": false, "parameters": {"retry_after": 99}}', {}, 99],
    ['{"retry_after": "soon"}', { "x-ratelimit-reset": "never" }, 60],
  ];
  for (const [text, headers, after_s] of limits)
    expect(verdict(429, text, headers), text + JSON.stringify(headers)).toMatchObject({
      after_s,
      throttled: true,
    });
  expect(verdict(500, "", { "x-ratelimit-reset-after": "75" })).toMatchObject({ after_s: 0 });
});

test("an answer means delivered, later or never, and then whose fault it is", () => {
  expect(verdict(200, "ok")).toEqual({
    outcome: "delivered",
    provider_id: null,
    answer: "200 ok",
  });
  for (const status of [301, 302, 408, 425, 429, 500, 502, 503, 504])
    expect(verdict(status), String(status)).toMatchObject({ outcome: "try_again" });
  expect(verdict(404)).toMatchObject({ outcome: "never_again", about: "person" });
  expect(verdict(401)).toMatchObject({ outcome: "try_again", about: "us" });
  for (const status of [400, 413, 422])
    expect(verdict(status)).toMatchObject({ outcome: "never_again", about: "message" });
});

test("a throttled call waits as long as it is told, and no shorter than the provider's usual", () => {
  expect(verdict(429, "", { "retry-after": "120" })).toMatchObject({
    after_s: 120,
    throttled: true,
  });
  expect(verdict(429, "", { "retry-after": "0.35" })).toMatchObject({ after_s: 60 });
  expect(verdict(503, "", { "retry-after": "7" })).toMatchObject({
    after_s: 7,
    throttled: false,
  });
  expect(verdict(500)).toMatchObject({ after_s: 0, unsure: false });
  expect(verdict(504)).toMatchObject({ unsure: true });
});

test("what is kept of an answer is short and has no part of the address in it", () => {
  const echoed = `No hook at ${HOOK}: /services/T0001/B0001/verysecrettoken key=alsosecret`;
  const told = verdict(404, `${echoed}\n${"x".repeat(70_000)}`);
  expect(JSON.stringify(told)).not.toMatch(/verysecret|alsosecret/);
  expect(told.outcome === "never_again" && told.answer?.length).toBeLessThan(320);
  expect(redact("a\u0000\u202eb\n\tc", [])).toBe("a b c");
  expect(redact("number +4915112345678 refused", secretsOf("+4915112345678"))).toBe(
    "number … refused",
  );
});

test("a call without an answer may have arrived, unless it never left", () => {
  const unsure = (failure: HttpError["failure"], isOurs = false) =>
    verdictOnFailure(new HttpError(failure, isOurs));
  expect(unsure("timeout")).toMatchObject({ outcome: "try_again", unsure: true });
  expect(unsure("timeout", true)).toMatchObject({ outcome: "try_again", unsure: false });
  expect(unsure("unknown_host")).toMatchObject({ outcome: "try_again", unsure: false });
  expect(unsure("address_refused")).toMatchObject({ outcome: "never_again", about: "person" });
  expect(() => verdictOnFailure(new TypeError("ours"))).toThrow("ours");
});

test("private addresses are not called, and PROVIDER_URLS alone moves a host", async () => {
  process.env.ALLOW_PRIVATE_TARGETS = "0";
  process.env.PROVIDER_URLS = "api.twilio.com=http://127.0.0.1:9";
  provideEnv({});
  try {
    expect(providerUrl("https://api.twilio.com/2010/x?y=1")).toBe("http://127.0.0.1:9/2010/x?y=1");
    expect(providerUrl(HOOK)).toBe(HOOK);
    expect(calledHost("https://a.example.com:8443/x")).toBe("a.example.com:8443");
    for (const url of ["http://127.0.0.1:9/x", "http://[::ffff:10.0.0.1]/", "http://2130706433/"])
      expect(await callProvider(url, {}, { sender: null })).toEqual({
        verdict: {
          outcome: "never_again",
          reason: "address_refused",
          answer: null,
          about: "person",
          unwanted: false,
        },
      });
  } finally {
    delete process.env.ALLOW_PRIVATE_TARGETS;
    delete process.env.PROVIDER_URLS;
    provideEnv({});
  }
});

test("the status of a provider decides although the body never ends", async () => {
  allowPrivateTargets(true);
  const receiver = await Receiver.open();
  receiver.answer = (response) => response.writeHead(201).write('{"id":"1"');
  const posted = await callProvider(receiver.url, {}, { sender: null });
  expect(posted).toMatchObject({ answer: { status: 201, text: '{"id":"1"' } });
  receiver.hangUp();
  await receiver.close();
  allowPrivateTargets(false);
});
