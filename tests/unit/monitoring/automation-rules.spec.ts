import { expect, test } from "@playwright/test";
import { type Action, actionOn, leaderOf, outageType } from "#lib/monitoring/automation/rules.ts";

type Situation = Parameters<typeof actionOn>[0];

const DOWN: Situation = {
  is_up: false,
  auto_incident: true,
  is_paused: false,
  is_known: false,
  group: null,
};

const ACTIONS: [Partial<Situation>, Action][] = [
  [{}, "open"],
  [{ group: "program" }, "join"],
  [{ group: "people" }, "note"],
  [{ auto_incident: false }, "nothing"],
  [{ auto_incident: false, group: "program" }, "nothing"],
  [{ auto_incident: false, is_known: true }, "nothing"],
  [{ is_known: true }, "nothing"],
  [{ is_known: true, group: "program" }, "nothing"],
  [{ is_paused: true }, "wait"],
  [{ is_paused: true, is_known: true, group: "program" }, "wait"],
  [{ is_paused: true, auto_incident: false }, "wait"],
  [{ is_up: true }, "nothing"],
  [{ is_up: true, group: "program" }, "nothing"],
  [{ is_up: true, is_known: true }, "recover"],
  [{ is_up: true, is_known: true, auto_incident: false }, "recover"],
  [{ is_up: true, is_known: true, is_paused: true }, "recover"],
  [{ is_up: null }, "nothing"],
  [{ is_up: null, is_known: true }, "leave"],
  [{ is_up: null, is_known: true, is_paused: true }, "leave"],
];

test("what follows from a verdict", () => {
  expect(ACTIONS.map(([given]) => [given, actionOn({ ...DOWN, ...given })])).toEqual(ACTIONS);
});

type Outage = Parameters<typeof leaderOf>[0];

const OPEN: Outage = { state: "published", draft_id: null, automation: "detected", is_open: true };
const WAITING: Outage = { state: "waiting", draft_id: 7, automation: null, is_open: false };

const LEADERS: [Outage, ReturnType<typeof leaderOf>][] = [
  [WAITING, "program"],
  [{ ...WAITING, draft_id: null }, null],
  [OPEN, "program"],
  [{ ...OPEN, automation: "confirmed" }, "program"],
  [{ ...OPEN, automation: null }, "people"],
  [{ ...OPEN, is_open: false }, null],
  [{ ...OPEN, automation: null, is_open: false }, null],
  [{ ...OPEN, state: "dismissed" }, null],
  [{ ...OPEN, state: "dismissed", draft_id: 7 }, null],
];

test("who leads an outage", () => {
  expect(LEADERS.map(([outage]) => [outage, leaderOf(outage)])).toEqual(LEADERS);
});

const TYPES: [string | null, string | null, ReturnType<typeof outageType>][] = [
  [null, null, "major"],
  [null, "minor", "major"],
  [null, "major", "major"],
  ["minor", null, "minor"],
  ["minor", "minor", "minor"],
  ["minor", "major", "major"],
  ["major", null, "major"],
  ["major", "minor", "major"],
];

test("an outage is as grave as the graver of what the service and its parent are to be", () => {
  expect(TYPES.map(([own, parent]) => [own, parent, outageType(own, parent)])).toEqual(TYPES);
});
