import { expect, test } from "@playwright/test";
import { newEvent, newMessageId } from "#lib/core/events/event.ts";
import { DELAYS_S, judge } from "#lib/notifications/webhook-deliveries/outcome.ts";
import { newSecret, signedHeaders } from "#lib/platform/crypto/sign.ts";
import { retryAfter_s } from "#lib/platform/http/provider-calls.ts";

const NOW = new Date("2026-11-20T14:02:00Z");
const HOUR = 3_600;

type Given = {
  attempt?: number;
  status?: number | null;
  retry_after?: string;
  on_demand?: boolean;
};
const verdict = (
  { attempt = 1, status = 500, retry_after, on_demand = false }: Given,
  random = 0,
) => judge({ attempt, status, retry_after, on_demand }, NOW, random);

test("a message is signed as the example of the specification is", () => {
  const message = {
    id: "msg_loFOjxBNrRLzqYUf",
    body: '{"event_type":"ping","data":{"success":true}}',
  };
  expect(signedHeaders(["whsec_plJ3nmyCDGBKInavdOK15jsl"], message, 1_731_705_121)).toEqual({
    "webhook-id": "msg_loFOjxBNrRLzqYUf",
    "webhook-timestamp": "1731705121",
    "webhook-signature": "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
  });
});

test("secrets have 32 random bytes; ids have no full stop, which the signature could be fooled with", () => {
  const secrets = new Set(Array.from({ length: 50 }, newSecret));
  expect(secrets.size).toBe(50);
  for (const secret of secrets)
    expect([secret.slice(0, 6), Buffer.from(secret.slice(6), "base64").length]).toEqual([
      "whsec_",
      32,
    ]);
  expect(newMessageId()).toMatch(/^msg_[\w-]{24}$/);
});

test("ten attempts: at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h", () => {
  expect(DELAYS_S).toEqual([
    0,
    5,
    300,
    1_800,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ]);
  const delays = Array.from({ length: 9 }, (_, index) => verdict({ attempt: index + 1 }));
  expect(delays).toEqual(DELAYS_S.slice(1).map((delay_s) => ({ state: "pending", delay_s })));
  expect(verdict({ attempt: 10 })).toEqual({ state: "failed", disable: "attempts_exhausted" });
});

test("jitter adds up to a tenth, never less", () => {
  expect(verdict({ attempt: 2 }, 0.5)).toEqual({ state: "pending", delay_s: 315 });
  expect(verdict({ attempt: 9 }, 0.999)).toEqual({
    state: "pending",
    delay_s: Math.round(24 * HOUR * 1.0999),
  });
});

test("2xx alone is success; redirects are failures", () => {
  for (const status of [200, 201, 202, 204, 299])
    expect(verdict({ status })).toEqual({ state: "delivered" });
  for (const status of [null, 100, 300, 301, 302, 304, 307, 400, 404, 429, 500, 503]) {
    expect([status, verdict({ status })]).toEqual([status, { state: "pending", delay_s: 5 }]);
  }
});

test("410 disables at once, at whichever attempt", () => {
  for (const attempt of [1, 5, 10])
    expect(verdict({ attempt, status: 410 })).toEqual({ state: "failed", disable: "gone" });
  expect(verdict({ status: 410, on_demand: true })).toEqual({ state: "failed", disable: "gone" });
});

test("what somebody asked to be sent is attempted once, and its failure disables nothing", () => {
  for (const status of [null, 302, 500])
    expect(verdict({ status, on_demand: true })).toEqual({ state: "failed", disable: null });
});

test("Retry-After is respected where it asks for more patience, up to a day", () => {
  const delay = (retry_after: string, attempt = 1) =>
    verdict({ attempt, status: 503, retry_after });
  expect(delay("120")).toEqual({ state: "pending", delay_s: 120 });
  expect(delay("1", 2)).toEqual({ state: "pending", delay_s: 300 });
  expect(delay("999999999999")).toEqual({ state: "pending", delay_s: 24 * HOUR });
  expect(delay("120", 10)).toEqual({ state: "failed", disable: "attempts_exhausted" });
  expect(retryAfter_s("Fri, 20 Nov 2026 14:03:30 GMT", NOW)).toBe(90);
  for (const header of [undefined, "", "soon", "-5", "1.5e9x", "Fri, 20 Nov 2026 14:01:00 GMT"])
    expect(retryAfter_s(header, NOW)).toBe(0);
});

test("the events that are yet to come have the documented objects", () => {
  const service = {
    id: 7,
    name: "API",
    parent_id: 3,
    display_response_time_chart: true,
    current_incident_type: "major",
  };
  const { payload } = newEvent(
    "service.monitored_status.updated",
    { object: { type: "service", ...service }, monitored_status: "down" },
    { subject_id: service.id },
  );
  expect(JSON.parse(payload)).toEqual({
    event: "service.monitored_status.updated",
    data: { object: { type: "service", ...service }, monitored_status: "down" },
  });
});
