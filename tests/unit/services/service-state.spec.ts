import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { isActive } from "#lib/incidents/state.ts";
import { serviceStates, visibleServices, worstState } from "#lib/services/state.ts";

// 1 ─ 2 ─ 3, 1 ─ 4 (private) ─ 5
const tree = [
  { id: 1, parent_id: null, private: false },
  { id: 2, parent_id: 1, private: false },
  { id: 3, parent_id: 2, private: false },
  { id: 4, parent_id: 1, private: true },
  { id: 5, parent_id: 4, private: false },
];

function incident(
  severity: "major" | "minor" | "scheduled",
  service_ids: number[],
  starts_at = "2026-11-20T10:00:00",
  type: string = severity,
) {
  return { severity, type, service_ids, starts_at, ends_at: null };
}

function types(...incidents: ReturnType<typeof incident>[]) {
  return Object.fromEntries(
    [...serviceStates(tree, incidents)].map(([id, state]) => [id, state?.type ?? null]),
  );
}

test("an incident shows on its service and on everything above it, not below", () => {
  expect(types(incident("minor", [2]))).toEqual({
    1: "minor",
    2: "minor",
    3: null,
    4: null,
    5: null,
  });
});

test("the worst wins: major, minor, scheduled", () => {
  expect(
    types(incident("scheduled", [1]), incident("minor", [2]), incident("major", [3])),
  ).toMatchObject({
    1: "major",
    2: "major",
    3: "major",
  });
  expect(types(incident("minor", [1]), incident("scheduled", [3]))).toMatchObject({
    1: "minor",
    2: "scheduled",
    3: "scheduled",
  });
});

test("a private service keeps its state to itself", () => {
  expect(types(incident("major", [5]))).toEqual({
    1: null,
    2: null,
    3: null,
    4: "major",
    5: "major",
  });
});

test("of equally bad incidents the one that began first decides the type, in whatever order they come", () => {
  const early = incident("major", [3], "2026-11-20T09:00:00", "fire");
  const late = incident("major", [2], "2026-11-20T10:00:00", "flood");
  expect(types(early, late)).toEqual(types(late, early));
  expect(types(late, early)).toMatchObject({ 1: "fire", 2: "fire", 3: "fire" });
});

test("every state is the worst of what concerns the service or a public path below it", () => {
  const one = fc.record({
    severity: fc.constantFrom("major" as const, "minor" as const, "scheduled" as const),
    service_ids: fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5), { minLength: 1 }),
  });
  const below: Record<number, number[]> = { 1: [1, 2, 3], 2: [2, 3], 3: [3], 4: [4, 5], 5: [5] };
  fc.assert(
    fc.property(fc.array(one, { maxLength: 6 }), (given) => {
      const states = serviceStates(
        tree,
        given.map(({ severity, service_ids }) => incident(severity, service_ids)),
      );
      for (const [id, reach] of Object.entries(below)) {
        const hit = given.filter(({ service_ids }) =>
          service_ids.some((service) => reach.includes(service)),
        );
        const worst = ["major", "minor", "scheduled"].find((severity) =>
          hit.some((found) => found.severity === severity),
        );
        expect(states.get(Number(id))?.severity).toBe(worst);
      }
    }),
  );
});

test("active is what has started and not ended: the start counts, the end does not", () => {
  const span = { starts_at: "2026-11-20T10:00:00", ends_at: "2026-11-20T11:00:00" };
  const times = { ...span, plan: null };
  expect(isActive(times, "2026-11-20T09:59:59")).toBe(false);
  expect(isActive(times, "2026-11-20T10:00:00")).toBe(true);
  expect(isActive(times, "2026-11-20T11:00:00")).toBe(false);
  expect(isActive({ ...times, ends_at: null }, "2030-01-01T00:00:00")).toBe(true);
});

test("visitors see neither private services nor what is below them", () => {
  expect(visibleServices(tree, null).map(({ id }) => id)).toEqual([1, 2, 3]);
});

test("who may see certain services sees them and what is below them, but nothing private among it", () => {
  const below = (only: number[]) => visibleServices(tree, only).map(({ id }) => id);
  expect(below([])).toEqual([]);
  expect(below([1])).toEqual([1, 2, 3]);
  expect(below([3])).toEqual([3]);
});

test("nothing is as good as it gets", () => {
  expect(worstState([null, null])).toBeNull();
  expect(worstState([null, { severity: "scheduled", type: "scheduled" }])?.type).toBe("scheduled");
});

test("what a visitor sees is found in one walk, however deep the services are nested", () => {
  let looks = 0;
  const deep = Array.from({ length: 10_000 }, (_, index) => ({
    id: index + 1,
    get parent_id() {
      looks += 1;
      return index || null;
    },
    private: index === 9_000,
  }));
  expect(visibleServices(deep, null)).toHaveLength(9_000);
  expect(visibleServices(deep.toReversed(), [8_991])).toHaveLength(10);
  expect(looks).toBeLessThanOrEqual(10 * deep.length);
});
