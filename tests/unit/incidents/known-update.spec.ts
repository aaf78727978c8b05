import { expect, test } from "@playwright/test";
import { findSameUpdate } from "#lib/incidents/updates/rules.ts";

const posted = [
  { id: 2, type: "update", description: "Better", posted_at: "2026-11-20T11:00:00" },
  { id: 1, type: "issue", description: "Down", posted_at: "2026-11-20T10:00:00" },
];

test("an update with an id is that one, whatever else it says, or a new one", () => {
  expect(findSameUpdate({ id: 1, description: "Better" }, posted)?.id).toBe(1);
  expect(findSameUpdate({ id: 3, description: "Better" }, posted)).toBeUndefined();
});

test("an update without an id is known when all it says has been said", () => {
  expect(findSameUpdate({ description: "Better" }, posted)?.id).toBe(2);
  expect(
    findSameUpdate(
      { id: null, description: "Down", type: "issue", posted_at: "2026-11-20T10:00:00" },
      posted,
    )?.id,
  ).toBe(1);
  for (const other of [
    { description: "Up" },
    { description: "Down", type: "update" },
    { description: "Down", posted_at: "2026-11-20T10:00:01" },
  ]) {
    expect(findSameUpdate(other, posted)).toBeUndefined();
  }
});

test("updates of notices have no type and are known alike", () => {
  const [{ type: _type, ...notice }] = posted as [(typeof posted)[0]];
  expect(findSameUpdate({ description: "Better" }, [notice])?.id).toBe(2);
});

test("an update sent again with the time of a fast clock is the one that was stored as now", () => {
  const [, down] = posted as [(typeof posted)[0], (typeof posted)[0]];
  const stored = [{ ...down, inserted_at: "2026-11-20T10:00:00" }];
  const at = (time: string) => ({ description: "Down", posted_at: `2026-11-20T${time}` });
  expect(findSameUpdate(at("10:00:30"), stored)?.id).toBe(1);
  expect(findSameUpdate(at("10:01:01"), stored)).toBeUndefined();
  expect(findSameUpdate(at("09:59:50"), stored)).toBeUndefined();
});
