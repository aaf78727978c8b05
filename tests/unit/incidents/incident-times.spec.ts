import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { Severity } from "#lib/core/fields/severity.ts";
import { courseOf, type PostedUpdate } from "#lib/incidents/course.ts";
import { type Declared, declare, redeclare, type Times } from "#lib/incidents/declared.ts";
import type { Plan, UpdateType } from "#lib/incidents/schema.ts";
import { phaseAt } from "#lib/incidents/state.ts";

const START = "2026-11-20T10:00:00";
const major = declare({ type: "major", starts_at: START, ends_at: null }, 0);
const OPEN = { type: "major", starts_at: START, ends_at: null, plan: null };
const MAINTENANCE = { type: "scheduled", starts_at: START, ends_at: "2026-11-20T12:00:00" };
const maintenance = declare(MAINTENANCE, 0);

const SERVICES = [1];

type InForce = Times & { plan: Plan | null };

function inForce(declared: Declared, severity: Severity, updates: PostedUpdate[]): InForce {
  const { type, starts_at, ends_at, plan } = courseOf(declared, severity, updates, SERVICES);
  return { type, starts_at, ends_at, plan };
}

function redeclared(declared: Declared, now: Times, given: Partial<Times>, after: number) {
  const change = { after, now: START, isOpen: true, reopened: [] };
  return redeclare(declared, { ...now, service_ids: SERVICES }, given, change);
}

function posted(id: number, type: UpdateType, time: string): PostedUpdate {
  return { id, type, posted_at: `2026-11-20T${time}:00` };
}

test("an incident without updates is as it was declared", () => {
  expect(inForce(major, "major", [])).toEqual(OPEN);
});

/** When an incident ends. @param declared the end that the operator set, if any */
function endOf(updates: PostedUpdate[], declared: string | null = null, after = 0) {
  const ends_at = declared && `2026-11-20T${declared}:00`;
  const { ends_at: end } = inForce(
    declare({ type: "major", starts_at: START, ends_at }, after),
    "major",
    updates,
  );
  return end?.slice(11, 16) ?? null;
}

test("resolved ends an incident when it was posted, unless it was declared over before that", () => {
  const resolved = [posted(1, "resolved", "11:00")];
  expect(endOf(resolved)).toBe("11:00");
  expect(endOf(resolved, "10:30")).toBe("10:30");
  expect(endOf(resolved, "12:30")).toBe("11:00");
});

const RELAPSES = [
  "investigating",
  "issue",
  "identified",
  "monitoring",
  "escalate",
  "deescalate",
] as const;

for (const type of RELAPSES)
  test(`a relapse opens the incident again: ${type}`, () => {
    const resolved = posted(1, "resolved", "11:00");
    const relapse = posted(2, type, "13:00");
    expect(endOf([resolved, relapse])).toBeNull();
    expect(endOf([relapse], "12:00")).toBeNull();
    expect(endOf([resolved, relapse], "12:00")).toBeNull();
    expect(endOf([resolved, relapse, posted(3, "resolved", "14:00")])).toBe("14:00");
    expect(endOf([resolved, posted(2, type, "10:30")])).toBe("11:00");
    expect(endOf([relapse], "12:00", 2)).toBe("12:00");
  });

test("a resolution back-dated before what was said already ends the incident, but no later relapse", () => {
  expect(endOf([posted(1, "monitoring", "11:00"), posted(2, "resolved", "10:30")])).toBe("10:30");
  const relapsed = [posted(1, "resolved", "11:00"), posted(2, "issue", "13:00")];
  expect(endOf([...relapsed, posted(3, "resolved", "12:00")])).toBeNull();
});

test("what is said afterwards without a relapse opens nothing", () => {
  const resolved = posted(1, "resolved", "11:00");
  expect(endOf([resolved, posted(2, "update", "13:00")])).toBe("11:00");
  expect(endOf([resolved, posted(2, "retroactive", "13:00")])).toBe("11:00");
});

test("a resolved that is entered afterwards for an earlier time does not end a relapse", () => {
  const again = [posted(2, "resolved", "11:00"), posted(3, "identified", "12:00")];
  expect(endOf(again)).toBeNull();
  expect(endOf([...again, posted(4, "resolved", "10:30")])).toBeNull();
  expect(endOf([posted(3, "identified", "12:00"), posted(4, "resolved", "11:30")])).toBe("11:30");
});

test("the first resolved after the last reopening counts", () => {
  const said = [posted(1, "resolved", "11:00"), posted(2, "resolved", "15:00")];
  expect(endOf(said)).toBe("11:00");
  const again = [...said, posted(3, "monitoring", "16:00"), posted(4, "resolved", "17:00")];
  expect(endOf([...again, posted(5, "resolved", "18:00")])).toBe("17:00");
  expect(endOf([posted(2, "issue", "11:00"), posted(1, "resolved", "11:00")])).toBeNull();
  expect(endOf([posted(1, "issue", "11:00"), posted(2, "resolved", "11:00")])).toBe("11:00");
});

test("the latest escalation by posted_at decides, a back-dated one does not win, ties go to the higher id", () => {
  const updates = [posted(1, "deescalate", "11:00"), posted(2, "escalate", "10:30")];
  expect(inForce(major, "major", updates).type).toBe("minor");
  expect(inForce(major, "major", [...updates, posted(3, "escalate", "11:00")]).type).toBe("major");
});

test("taking an update away takes back what it caused", () => {
  const updates = [posted(1, "deescalate", "10:10"), posted(2, "resolved", "11:00")];
  expect(inForce(major, "major", updates)).toEqual({
    ...OPEN,
    type: "minor",
    ends_at: "2026-11-20T11:00:00",
  });
  expect(inForce(major, "major", updates.slice(0, 1))).toEqual({ ...OPEN, type: "minor" });
  expect(inForce(major, "major", [])).toEqual(OPEN);
});

test("what the operator sets stands against earlier updates, not against later ones", () => {
  const escalated = [posted(1, "deescalate", "10:10")];
  const now = inForce(major, "major", escalated);
  const reset = redeclared(major, now, { type: "major" }, 1);
  expect(inForce(reset, "major", escalated).type).toBe("major");
  expect(inForce(reset, "major", [...escalated, posted(2, "deescalate", "10:05")]).type).toBe(
    "minor",
  );
});

test("sending back a value that updates moved is no declaration", () => {
  const resolved = [posted(1, "resolved", "11:00")];
  const now = inForce(major, "major", resolved);
  expect(redeclared(major, now, now, 1)).toEqual(major);
});

const become = (updates: PostedUpdate[], declared = maintenance) =>
  inForce(declared, "scheduled", updates);

test("a maintenance starts when started says and ends early when resolved", () => {
  expect(become([posted(1, "started", "09:50")]).starts_at).toBe("2026-11-20T09:50:00");
  expect(become([posted(1, "resolved", "11:00")]).ends_at).toBe("2026-11-20T11:00:00");
  expect(become([posted(1, "resolved", "13:00")]).ends_at).toBe("2026-11-20T12:00:00");
  expect(become([posted(1, "resolved", "10:00")])).toMatchObject({ plan: null });
});

test("essential starts a maintenance at once, unless it has started already", () => {
  expect(become([posted(1, "essential", "09:00")]).starts_at).toBe("2026-11-20T09:00:00");
  expect(become([posted(1, "essential", "11:00")]).starts_at).toBe(START);
});

test("a maintenance resolved before its start is called off and keeps its planned times", () => {
  const off = { ...MAINTENANCE, plan: "called_off" };
  expect(become([posted(1, "resolved", "09:59")])).toEqual(off);
  expect(become([posted(1, "resolved", "09:00"), posted(2, "update", "10:30")])).toEqual(off);
  expect(become([posted(1, "postponed", "09:00"), posted(2, "resolved", "11:00")])).toEqual(off);
  const back = [posted(1, "resolved", "09:00"), posted(2, "started", "10:30")];
  expect(become(back)).toMatchObject({ plan: null, starts_at: "2026-11-20T10:30:00" });
});

test("postponed takes the plan away at once, until times declared after it or started", () => {
  const postponed = posted(2, "postponed", "09:00");
  expect(become([postponed])).toEqual({ ...MAINTENANCE, plan: "postponed" });
  expect(become([posted(2, "postponed", "10:05")]).plan).toBe("postponed");
  const times = { starts_at: "2026-11-21T10:00:00", ends_at: "2026-11-21T12:00:00" };
  for (const given of [times, { starts_at: "2026-11-20T11:00:00" }, { ends_at: times.ends_at }]) {
    const declared = redeclared(maintenance, become([postponed]), given, 2);
    expect(become([postponed], declared)).toEqual({ ...MAINTENANCE, ...given, plan: null });
    const again = [postponed, posted(3, "postponed", "09:30")];
    expect(become(again, declared).plan).toBe("postponed");
  }
  const same = redeclared(maintenance, become([postponed]), MAINTENANCE, 2);
  expect(become([postponed], same).plan).toBe("postponed");
  expect(become([postponed, posted(3, "started", "11:00")])).toMatchObject({
    plan: null,
    starts_at: "2026-11-20T11:00:00",
  });
});

test("times declared after a maintenance was called off bring it back", () => {
  const off = [posted(1, "resolved", "09:00")];
  const times = { starts_at: "2026-11-21T10:00:00", ends_at: "2026-11-21T12:00:00" };
  for (const given of [times, { starts_at: "2026-11-20T11:00:00" }]) {
    const declared = redeclared(maintenance, become(off), given, 1);
    expect(become(off, declared)).toEqual({ ...MAINTENANCE, ...given, plan: null });
  }
});

test("times decide the phase of what takes place, the plan that of what does not", () => {
  expect(phaseAt("2026-11-20T09:59:59", maintenance_times)).toBe("upcoming");
  expect(phaseAt("2026-11-20T10:00:00", maintenance_times)).toBe("open");
  expect(phaseAt("2026-11-20T12:00:00", maintenance_times)).toBe("closed");
  for (const plan of ["called_off", "postponed"] as const)
    for (const hour of ["09", "11", "13"])
      expect(phaseAt(`2026-11-20T${hour}:00:00`, { ...maintenance_times, plan })).toBe(plan);
});
const maintenance_times = { starts_at: START, ends_at: "2026-11-20T12:00:00", plan: null };

test("whatever is posted in whatever order, the end never lies before the start and order of arrival does not matter", () => {
  const types: UpdateType[] = [
    "started",
    "essential",
    "update",
    "monitoring",
    "postponed",
    "resolved",
  ];
  const update = fc.record({
    id: fc.integer({ min: 1, max: 50 }),
    type: fc.constantFrom(...types),
    posted_at: fc
      .integer({ min: 0, max: 23 })
      .map((hour) => `2026-11-20T${String(hour).padStart(2, "0")}:00:00`),
  });
  fc.assert(
    fc.property(fc.uniqueArray(update, { selector: (one) => one.id }), (updates) => {
      const forward = inForce(maintenance, "scheduled", updates);
      expect(inForce(maintenance, "scheduled", updates.toReversed())).toEqual(forward);
      expect(forward.ends_at !== null && forward.ends_at >= forward.starts_at).toBe(true);
    }),
  );
});
