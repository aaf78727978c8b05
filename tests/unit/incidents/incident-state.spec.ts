import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { declare, inForce, type PostedUpdate, phaseAt, redeclare } from "#lib/incidents/state.ts";

const START = "2026-11-20T10:00:00";
const major = declare({ type: "major", starts_at: START, ends_at: null }, 0);
const maintenance = declare(
  { type: "scheduled", starts_at: START, ends_at: "2026-11-20T12:00:00" },
  0,
);

function posted(id: number, type: UpdateType, time: string): PostedUpdate {
  return { id, type, posted_at: `2026-11-20T${time}:00` };
}

test("an incident without updates is as it was declared", () => {
  expect(inForce(major, "major", [])).toEqual({ type: "major", starts_at: START, ends_at: null });
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
    type: "minor",
    starts_at: START,
    ends_at: "2026-11-20T11:00:00",
  });
  expect(inForce(major, "major", updates.slice(0, 1))).toEqual({
    type: "minor",
    starts_at: START,
    ends_at: null,
  });
  expect(inForce(major, "major", [])).toEqual({ type: "major", starts_at: START, ends_at: null });
});

test("what the operator sets stands against earlier updates, not against later ones", () => {
  const escalated = [posted(1, "deescalate", "10:10")];
  const now = inForce(major, "major", escalated);
  const reset = redeclare(major, now, { type: "major" }, 1);
  expect(inForce(reset, "major", escalated).type).toBe("major");
  expect(inForce(reset, "major", [...escalated, posted(2, "deescalate", "10:05")]).type).toBe(
    "minor",
  );
});

test("sending back a value that updates moved is no declaration", () => {
  const resolved = [posted(1, "resolved", "11:00")];
  const now = inForce(major, "major", resolved);
  expect(redeclare(major, now, now, 1)).toEqual(major);
});

test("a maintenance starts when started says, ends early when resolved, and never runs when resolved before its start", () => {
  expect(inForce(maintenance, "scheduled", [posted(1, "started", "09:50")]).starts_at).toBe(
    "2026-11-20T09:50:00",
  );
  expect(inForce(maintenance, "scheduled", [posted(1, "resolved", "11:00")]).ends_at).toBe(
    "2026-11-20T11:00:00",
  );
  expect(inForce(maintenance, "scheduled", [posted(1, "resolved", "13:00")]).ends_at).toBe(
    "2026-11-20T12:00:00",
  );
  const calledOff = inForce(maintenance, "scheduled", [posted(1, "resolved", "08:00")]);
  expect(calledOff.starts_at).toBe(calledOff.ends_at);
  expect(inForce(maintenance, "scheduled", [posted(1, "postponed", "09:00")])).toEqual({
    type: "scheduled",
    starts_at: START,
    ends_at: "2026-11-20T12:00:00",
  });
});

test("times alone decide the phase", () => {
  expect(phaseAt("2026-11-20T09:59:59", maintenance_times)).toBe("upcoming");
  expect(phaseAt("2026-11-20T10:00:00", maintenance_times)).toBe("open");
  expect(phaseAt("2026-11-20T12:00:00", maintenance_times)).toBe("closed");
});
const maintenance_times = { starts_at: START, ends_at: "2026-11-20T12:00:00" };

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
