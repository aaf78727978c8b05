import { expect, test } from "@playwright/test";
import { declare } from "#lib/incidents/declared.ts";
import { stepsOf } from "#lib/site/statuspage-json/steps.ts";
import { incidentOf, snapshotOf } from "#tests/support/http/statuspage.ts";

test("between its resolution and a relapse an incident affects nothing", () => {
  const incident = incidentOf(
    "major",
    ["2026-11-20T10:00:00", null],
    [
      ["monitoring", "2026-11-20T10:01:00"],
      ["resolved", "2026-11-20T10:30:00"],
      ["update", "2026-11-20T10:40:00"],
      ["escalate", "2026-11-20T11:00:00"],
    ],
  );
  expect(stepsOf(incident, new Map()).map(({ status, after }) => [status, after])).toEqual([
    ["investigating", "major_outage"],
    ["resolved", "operational"],
    ["resolved", "operational"],
    ["monitoring", "major_outage"],
  ]);
});

test("what reopens an incident is what its end follows, whichever way it ended", () => {
  const start = "2026-11-20T10:00:00";
  const again = incidentOf(
    "major",
    [start, null],
    [
      ["monitoring", "2026-11-20T10:30:00"],
      ["escalate", "2026-11-20T12:00:00"],
    ],
  );
  const ends_at = "2026-11-20T11:00:00";
  const declared = declare({ type: "major", starts_at: start, ends_at }, 1);
  expect(stepsOf({ ...again, declared }, new Map()).map(({ status }) => status)).toEqual([
    "investigating",
    "monitoring",
  ]);
  const over = incidentOf(
    "major",
    [start, ends_at],
    [
      ["resolved", ends_at],
      ["escalate", "2026-11-20T12:00:00"],
    ],
  );
  // The resolution was entered last, and back-dated.
  const updates = over.updates.map((update) => ({ ...update, id: 3 - update.id }));
  const backDated = { ...over, updates, declared: declare({ ...again, ends_at: null }, 0) };
  expect(stepsOf(backDated, new Map()).map(({ status }) => status)).toEqual([
    "resolved",
    "resolved",
  ]);
});

test("an incident that was over within a second was one nevertheless", () => {
  const at = "2026-11-20T10:00:00";
  const incident = incidentOf(
    "major",
    [at, at],
    [
      ["issue", at],
      ["resolved", at],
    ],
  );
  expect(stepsOf(incident, new Map()).map(({ before, after }) => [before, after])).toEqual([
    ["major_outage", "operational"],
    ["operational", "major_outage"],
  ]);
});

test("an incident of a page's own type begins with its base severity", () => {
  const times = { starts_at: "2026-11-20T10:00:00", ends_at: null };
  const incident = incidentOf(
    "minor",
    [times.starts_at, null],
    [
      ["issue", "2026-11-20T10:01:00"],
      ["deescalate", "2026-11-20T10:02:00"],
    ],
  );
  const own = { ...incident, declared: declare({ type: "fire", ...times }, 0) };
  const { types } = snapshotOf([]);
  expect(stepsOf(own, types).map(({ after }) => after)).toEqual([
    "degraded_performance",
    "major_outage",
  ]);
});
