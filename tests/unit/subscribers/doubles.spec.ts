import { expect, test } from "@playwright/test";
import { type Double, mergedDoubles } from "#lib/subscribers/doubles.ts";

const NOT_QUARANTINED = {
  ...{ quarantined_at: null, quarantined_until: null },
  ...{ quarantine_kind: null, quarantine_reason: null },
};

function row(id: number, fields: Partial<Double> = {}): Double {
  return {
    ...{ id, status_page_id: 1, type: "email", filter: "all", incident_types: [] },
    incident_id: null,
    ...{ confirmed_at: "2026-01-01T00:00:00", address_key: "a", consent_at: null },
    ...{ consent_source: null, service_ids: [], group_ids: [], ...NOT_QUARANTINED, ...fields },
  };
}

const dead = {
  ...{ quarantined_at: "2026-01-02T00:00:00", quarantined_until: "9999-01-01T00:00:00" },
  ...{ quarantine_kind: "dead", quarantine_reason: "550" },
};

test("whoever is reached in one spelling is reached, unless they opted out in another", () => {
  expect(mergedDoubles([row(1, dead), row(2)]).kept).toMatchObject({ id: 1, ...NOT_QUARANTINED });
  expect(mergedDoubles([row(1, dead), row(2, dead)]).kept).toMatchObject({ id: 1, ...dead });
  const unwanted = { ...dead, quarantine_kind: "unwanted" };
  expect(mergedDoubles([row(1), row(2, unwanted)]).kept).toMatchObject({ id: 1, ...unwanted });
});

test("what is kept has the lists, groups and consent of those that are alike", () => {
  const consent = { consent_at: "2025-01-01T00:00:00", consent_source: "a form" };
  const lists = [
    row(1, { filter: "services", service_ids: [1], group_ids: [7] }),
    row(2, { filter: "services", service_ids: [1, 2], group_ids: [7], ...consent }),
    row(3, { filter: "services", service_ids: [9], confirmed_at: null }),
  ];
  expect(mergedDoubles(lists)).toMatchObject({
    ...{ gone_ids: [2, 3], service_ids: [1, 2], group_ids: [7] },
    kept: { id: 1, ...consent },
  });
  const everything = [row(1, { group_ids: [7] }), row(2, { group_ids: [8] })];
  expect(mergedDoubles(everything)).toMatchObject({ group_ids: [7, 8], kept: { id: 1 } });
});

test("a subscription to one incident is not kept before one that goes on", () => {
  const kept = (...rows: Double[]) => mergedDoubles(rows).kept.id;
  const incident = { filter: "incident" } as const;
  expect(kept(row(1, incident), row(2, { filter: "services" }))).toBe(2);
  expect(kept(row(1, incident), row(2, incident))).toBe(2);
  expect(kept(row(1, { filter: "services" }), row(2))).toBe(2);
});

const services = (id: number, service_id: number, fields: Partial<Double> = {}) =>
  row(id, { filter: "services", service_ids: [service_id], ...fields });
const types = row(2, { filter: "incident_types", incident_types: ["major"] });
const incident = (id: number, incident_id: number) => row(id, { filter: "incident", incident_id });
const LEFT: [what: string, group: Double[], left_ids: number[]][] = [
  ["lists of one kind are one list", [services(1, 1), services(2, 2)], []],
  ["all has what others ask for", [row(1), types, services(3, 1)], []],
  ["a list does not have what another kind asks for", [services(1, 1), types], [2]],
  ["all does not have another's group", [row(1), services(2, 1, { group_ids: [7] })], [2]],
  ["a group limits a list", [services(1, 1), services(2, 2, { group_ids: [7] })], [2]],
  ["two incidents are two", [incident(1, 5), incident(2, 6)], [1]],
  ["one incident is one", [incident(1, 5), incident(2, 5)], []],
  ["what nobody confirmed widens nothing", [services(1, 1), row(2, { confirmed_at: null })], []],
  [
    "who opted out wants none of it",
    [services(1, 1), { ...types, ...dead, quarantine_kind: "unwanted" }],
    [],
  ],
];

for (const [what, group, left_ids] of LEFT)
  test(`of the doubles of an address, ${what}`, () => {
    const merge = mergedDoubles(group);
    expect(merge.left_ids).toEqual(left_ids);
    const ids = [merge.kept.id, ...merge.gone_ids, ...merge.left_ids];
    expect(ids.toSorted()).toEqual(group.map(({ id }) => id));
  });
