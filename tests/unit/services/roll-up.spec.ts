import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { ServiceDay } from "#lib/services/uptime/queries.ts";
import { rollUp } from "#lib/services/uptime/uptime.ts";

const DAY = "2026-11-20";

type Service = Parameters<typeof rollUp>[0][number];

function service(id: number, parent_id: number | null = null, isPrivate = false): Service {
  return { id, parent_id, private: isPrivate };
}

function row(service_id: number, seconds: Partial<ServiceDay>): ServiceDay {
  const none = {
    major_seconds: 0,
    minor_seconds: 0,
    maintenance_seconds: 0,
    counted_major_seconds: 0,
    counted_minor_seconds: 0,
    counted_maintenance_seconds: 0,
  };
  return { service_id, day: DAY, incidents: 1, ...none, ...seconds };
}

function major(service_id: number, seconds: number): ServiceDay {
  return row(service_id, { major_seconds: seconds, counted_major_seconds: seconds });
}

/** A parent with so many children, of which so many were down for an hour. */
function family(count: number, down: number, own: Partial<ServiceDay> = {}) {
  const children = Array.from({ length: count }, (_, index) => index + 2);
  const days = children.slice(0, down).map((id) => major(id, 3600));
  const parent = row(1, { major_seconds: down > 0 ? 3600 : 0, ...own });
  const services = [service(1), ...children.map((id) => service(id, 1))];
  return rollUp(services, [parent, ...days]).get(1)?.[0];
}

test("major counts in full, minor with 30 %, maintenance where it affects uptime", () => {
  const own = { counted_major_seconds: 100, counted_minor_seconds: 10 };
  const days = [row(1, { ...own, counted_maintenance_seconds: 1, maintenance_seconds: 5000 })];
  expect(rollUp([service(1)], days).get(1)?.[0]?.downtime_seconds).toBe(104);
});

test("what does not affect uptime shows on its day and is no downtime", () => {
  const days = [row(1, { major_seconds: 3600 })];
  expect(rollUp([service(1)], days).get(1)?.[0]).toMatchObject({
    severity: "major",
    downtime_seconds: 0,
  });
});

test("one child of twenty that is down does not take its parent down", () => {
  expect(family(20, 1)).toMatchObject({
    severity: "minor",
    downtime_seconds: 180,
    affected_children: 1,
  });
  expect(family(20, 20)).toMatchObject({
    severity: "major",
    downtime_seconds: 3600,
    affected_children: 20,
  });
});

test("a parent that is down itself is down, however its children are", () => {
  const own = { counted_major_seconds: 60, major_seconds: 3600 };
  expect(family(20, 1, own)).toMatchObject({ severity: "major", downtime_seconds: 180 });
  expect(family(20, 0, own)).toMatchObject({ severity: "major", downtime_seconds: 60 });
});

test("what a region's part is to the region, the region is to what is above", () => {
  const services = [service(1), service(2, 1), service(3, 2), service(4, 2)];
  const days = [row(1, { major_seconds: 3600 }), row(2, { major_seconds: 3600 }), major(3, 3600)];
  const rolled = rollUp(services, days);
  expect([1, 2, 3].map((id) => rolled.get(id)?.[0]?.severity)).toEqual(["minor", "minor", "major"]);
  expect(rolled.get(1)?.[0]?.downtime_seconds).toBe(1800);
});

test("private children count for nobody, not even among how many the others are", () => {
  const services = [service(1), service(2, 1), service(3, 1, true)];
  const rolled = rollUp(services, [
    row(1, { major_seconds: 3600 }),
    major(2, 3600),
    major(3, 7200),
  ]);
  expect(rolled.get(1)?.[0]).toMatchObject({ downtime_seconds: 3600, affected_children: 1 });
});

const OLD = { added_day: "2026-01-01", first_day: "2026-01-01" };
const place = { id: 3, parent_id: 1, since_day: null, until_day: null, ...OLD };
const here = { ...service(3, 1), ...OLD };
const gone = null;

for (const [what, child, past, count] of [
  ["always there", here, [], 2],
  ["deleted that day", gone, [{ ...place, until_day: DAY }], 2],
  ["deleted the day before", gone, [{ ...place, until_day: "2026-11-19" }], 1],
  ["moved away later", service(3), [{ ...place, until_day: "2026-11-25" }], 2],
  ["hidden later", service(3, 1, true), [{ ...place, until_day: "2026-11-25" }], 2],
  ["moved here that day", here, [{ ...place, since_day: DAY }], 2],
  ["moved here the day after", here, [{ ...place, since_day: "2026-11-21" }], 1],
  [
    "away and back",
    here,
    [
      { ...place, until_day: "2026-11-18" },
      { ...place, since_day: DAY },
    ],
    2,
  ],
  [
    "away that day",
    here,
    [
      { ...place, until_day: "2026-11-19" },
      { ...place, since_day: "2026-11-21" },
    ],
    1,
  ],
  ["added that day", { ...here, added_day: DAY, first_day: DAY }, [], 2],
  ["added the day after", { ...here, added_day: "2026-11-21", first_day: "2026-11-21" }, [], 1],
  ["added later, known before", { ...here, added_day: "2026-11-21", first_day: DAY }, [], 2],
  ["added later and deleted", gone, [{ ...place, first_day: "2026-11-21" }], 1],
] as const)
  test(`a child ${what} counts among ${count}`, () => {
    const services = [
      { ...service(1), ...OLD },
      { ...service(2, 1), ...OLD },
    ];
    const days = [row(1, { major_seconds: 3600 }), major(2, 3600)];
    const rolled = rollUp(child ? [...services, child] : services, days, past);
    expect(rolled.get(1)?.[0]).toMatchObject({
      ...{ downtime_seconds: 3600 / count, children_count: count },
    });
  });

test("a service that was above another counts below it on later days only", () => {
  const later = "2026-11-25";
  const past = [
    { ...place, id: 2, parent_id: 1, until_day: DAY },
    { ...place, id: 1, parent_id: 2, since_day: later },
  ];
  const rolled = rollUp(
    [service(1, 2), service(2)],
    [
      ...[row(1, { major_seconds: 60 }), { ...major(1, 600), day: later }],
      ...[major(2, 60), { ...row(2, { major_seconds: 600 }), day: later }],
    ],
    past,
  );
  expect([1, 2].map((id) => rolled.get(id)?.map((day) => day.downtime_seconds))).toEqual([
    [60, 600],
    [60, 600],
  ]);
});

test("two services that were below each other on one day count for each other, not for themselves", () => {
  const past = [
    { ...place, id: 2, parent_id: 1, until_day: DAY },
    { ...place, id: 1, parent_id: 2, since_day: DAY },
  ];
  const rolled = rollUp([service(1, 2), service(2)], [major(1, 60), major(2, 600)], past);
  const seconds = [1, 2].map((id) => rolled.get(id)?.[0]?.children_seconds);
  expect(seconds).toEqual([600, 60]);
});

test("children count for days before their parent was added, as history entered afterwards", () => {
  const late = { added_day: "2026-11-25", first_day: "2026-11-25" };
  const services = [service(1), service(2, 1), service(3, 1)].map((one) => ({ ...one, ...late }));
  const rolled = rollUp(services, [row(1, { major_seconds: 3600 }), major(2, 3600)]);
  expect(rolled.get(1)?.[0]).toMatchObject({ downtime_seconds: 1800, children_count: 2 });
});

test("a day of maintenance is one, whatever it counts", () => {
  const planned = { incidents: 0, maintenance_seconds: 60, counted_maintenance_seconds: 60 };
  const services = [service(1), service(2, 1)];
  const rolled = rollUp(services, [
    row(1, { incidents: 0, maintenance_seconds: 60 }),
    row(2, planned),
  ]);
  expect(rolled.get(1)?.[0]).toMatchObject({
    severity: "scheduled",
    downtime_seconds: 60,
    affected_children: 0,
  });
});

test("the downtime of any tree is, per day, the larger of one's own and the mean of the children's", () => {
  const trees = fc.array(
    fc.record({ above: fc.nat(), private: fc.boolean(), down: fc.nat(86_400) }),
    {
      minLength: 1,
      maxLength: 30,
    },
  );
  const property = fc.property(trees, (drawn) => {
    const services = drawn.map(({ above, private: hidden }, index) =>
      service(index + 1, index === 0 ? null : (above % index) + 1, hidden),
    );
    const own = new Map(drawn.map(({ down }, index) => [index + 1, down]));
    const expected = (id: number): number => {
      const below = services.filter((one) => one.parent_id === id && !one.private);
      const sum = below.reduce((all, child) => all + expected(child.id), 0);
      return Math.max(own.get(id) ?? 0, below.length > 0 ? sum / below.length : 0);
    };
    const rolled = rollUp(
      services,
      services.map(({ id }) => major(id, own.get(id) ?? 0)),
    );
    for (const { id } of services)
      expect(rolled.get(id)?.[0]?.downtime_seconds).toBeCloseTo(expected(id), 6);
  });
  fc.assert(property);
});
