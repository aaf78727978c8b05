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

test("resolved ends an open incident when it was posted, and leaves a declared end alone", () => {
  expect(inForce(major, "major", [posted(1, "resolved", "11:00")]).ends_at).toBe(
    "2026-11-20T11:00:00",
  );
  const ended = declare({ type: "major", starts_at: START, ends_at: "2026-11-20T10:30:00" }, 0);
  expect(inForce(ended, "major", [posted(1, "resolved", "11:00")]).ends_at).toBe(
    "2026-11-20T10:30:00",
  );
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
