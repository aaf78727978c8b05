import { expect, test } from "@playwright/test";
import { z } from "zod";
import { MONITORING_INPUT } from "#lib/services/monitoring-fields.ts";

const Input = z.object(MONITORING_INPUT);
const MONTH_S = 31 * 86_400;

const KEPT: [object, object][] = [
  [{}, {}],
  [{ heartbeat: null }, { heartbeat: null }],
  [{ heartbeat: { period_s: 10 } }, { heartbeat: { period_s: 10, grace_s: 0 } }],
  [{ heartbeat: { period_s: 60, grace_s: null } }, { heartbeat: { period_s: 60, grace_s: 0 } }],
  [
    { heartbeat: { period_s: MONTH_S, grace_s: MONTH_S } },
    { heartbeat: { period_s: MONTH_S, grace_s: MONTH_S } },
  ],
  [{ heartbeat: { grace_s: 5 } }, { heartbeat: null }],
  [{ heartbeat: { period_s: null, grace_s: 5 } }, { heartbeat: null }],
  [{ publish_policy: null }, { publish_policy: { mode: "at_once", delay_minutes: null } }],
  [
    { publish_policy: { mode: "delayed" } },
    { publish_policy: { mode: "delayed", delay_minutes: 5 } },
  ],
  [
    { publish_policy: { mode: "delayed", delay_minutes: 0 } },
    { publish_policy: { mode: "delayed", delay_minutes: 5 } },
  ],
  [
    { publish_policy: { mode: "delayed", delay_minutes: 1_440 } },
    { publish_policy: { mode: "delayed", delay_minutes: 1_440 } },
  ],
  [
    { publish_policy: { mode: "draft", delay_minutes: null } },
    { publish_policy: { mode: "draft", delay_minutes: null } },
  ],
  [{ confirmations: 0 }, { confirmations: null }],
  [{ confirmations: 5 }, { confirmations: 5 }],
  [{ retries: 0 }, { retries: 0 }],
  [{ retries: 5 }, { retries: 5 }],
  [{ expected_statuses: null }, {}],
  [{ expected_statuses: [] }, { expected_statuses: [] }],
  [{ expected_statuses: ["200", "", "200", "500-599"] }, { expected_statuses: ["200", "500-599"] }],
];

test("what is left out of the fields of monitoring has its default", () => {
  for (const [given, kept] of KEPT) expect(Input.parse(given), JSON.stringify(given)).toEqual(kept);
});

const REFUSED = [
  { heartbeat: { period_s: 9 } },
  { heartbeat: { period_s: MONTH_S + 1 } },
  { heartbeat: { period_s: 60, grace_s: -1 } },
  { heartbeat: { period_s: 60, grace_s: MONTH_S + 1 } },
  { publish_policy: { mode: "delayed", delay_minutes: -1 } },
  { publish_policy: { mode: "delayed", delay_minutes: 1_441 } },
  { publish_policy: { mode: "later" } },
  { confirmations: -1 },
  { confirmations: 6 },
  { retries: -1 },
  { retries: 6 },
  { expected_statuses: ["600"] },
  { expected_statuses: ["200-"] },
  { expected_statuses: Array(21).fill("200") },
];

test("fields of monitoring beyond a limit are refused", () => {
  const isTaken = (given: object) => Input.safeParse(given).success;
  expect(REFUSED.filter(isTaken)).toEqual([]);
});
