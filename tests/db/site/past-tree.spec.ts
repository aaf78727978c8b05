import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { deleteService } from "#lib/incidents/delete-service.ts";
import { CreateIncident, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { createService } from "#lib/services/create.ts";
import { moveService } from "#lib/services/move.ts";
import { CreateService, UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";
import { correctDay } from "#lib/services/uptime-corrections/change.ts";
import { publicService, readSnapshot } from "#lib/site/snapshot/snapshot.ts";
import { readServiceUptime } from "#lib/site/uptime/service-uptime.ts";
import { mintIncidents, systemGrant, visitorGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const DAY = ago(20);

/** root ─ (cards ─ pin), mail; and other: pin was down for two hours of a day, and is down now. */
async function treeOf(db: Db) {
  const { page } = await mintOrganization(db, { time_zone: "Etc/UTC" });
  const mint = (parent_id?: number) =>
    mintService(db, page.id, { parent_id, display_uptime_graph: true });
  const root = await mint();
  const cards = await mint(root);
  const [pin, mail, other] = [await mint(cards), await mint(root), await mint()];
  await db
    .updateTable("services")
    .set({ inserted_at: "2026-01-01T00:00:00" })
    .where("status_page_id", "=", page.id)
    .execute();
  const [past = 0] = await mintIncidents(db, page.id, [
    {
      ...{ severity: "major", service_ids: [pin] },
      ...{ starts_at: `${DAY}T10:00:00`, ends_at: `${DAY}T12:00:00` },
    },
    {
      ...{ severity: "minor", service_ids: [pin] },
      ...{ starts_at: `${ago(2)}T23:00:00`, ends_at: null },
    },
  ]);
  const ctx = systemContext(db, "test");
  const grant = await systemGrant(db, page.subdomain);
  const rebuild = () => db.transaction().execute((trx) => rebuildAllServiceDays(trx, grant));
  await rebuild();
  const at = (service_id: number) => ({ ...page, service_id });
  const visitor = await visitorGrant(db, page.subdomain);
  /** What visitors see of the finished days of a service, on the page and in the explanation. */
  const seen = async (id: number) => {
    const service = publicService(await readSnapshot(db, visitor), id);
    const range = { from: ago(30), to: ago(1) };
    const { downtime_seconds, starts_at, days } = await readServiceUptime(ctx, at(id), range);
    return {
      first_day: service.first_day,
      bars: service.days.filter(({ day }) => day < ago(0)),
      uptime: { downtime_seconds, starts_at, days: days.map(({ day, ...of }) => [day, of]) },
    };
  };
  const put = (id: number, input: object) =>
    updateService(ctx, at(id), parseInput(UpdateService, input));
  return { ...{ page, ctx, root, cards, pin, mail, other, past, at, seen, put, rebuild } };
}

type Tree = Awaited<ReturnType<typeof treeOf>>;

/** Figures without the names of children, of which one may be invisible now. */
const figures = (seen: Awaited<ReturnType<Tree["seen"]>>) => [
  seen.first_day,
  seen.bars,
  seen.uptime.downtime_seconds,
  seen.uptime.starts_at,
];

const CHANGES: Record<string, (tree: Tree) => Promise<unknown>> = {
  "its grandchild is deleted": ({ ctx, at, pin }) => deleteService(ctx, at(pin)),
  "its child is deleted, and the grandchild moves up": ({ ctx, at, cards }) =>
    deleteService(ctx, at(cards)),
  "its child is deleted with all below": async ({ ctx, at, pin, cards }) => {
    await deleteService(ctx, at(pin));
    await deleteService(ctx, at(cards));
  },
  "the sound child is deleted": ({ ctx, at, mail }) => deleteService(ctx, at(mail)),
  "its child is moved elsewhere": ({ ctx, at, cards, other }) =>
    moveService(ctx, at(cards), { parent_id: other, position: 0 }),
  "its child is moved below a private one": async ({ put, cards, other }) => {
    await put(other, { private: true });
    await put(cards, { parent_id: other });
  },
  "its child is made private": ({ put, cards }) => put(cards, { private: true }),
  "its grandchild is made private and public again": async ({ put, pin }) => {
    await put(pin, { private: true });
    await put(pin, { private: false });
  },
  "another child is added": ({ ctx, page, root }) =>
    createService(ctx, page, parseInput(CreateService, { name: "New", parent_id: root })),
  "a child with a past comes from elsewhere": ({ put, other, root }) =>
    put(other, { parent_id: root }),
};

for (const [what, change] of Object.entries(CHANGES))
  test(`a parent's past stays as it was when ${what}`, async ({ database }) => {
    const tree = await treeOf(database);
    const before = await tree.seen(tree.root);
    expect(before.uptime.downtime_seconds).toBe(3_600 + (0.3 * (3_600 + 86_400)) / 2);
    await change(tree);
    expect(figures(await tree.seen(tree.root))).toEqual(figures(before));
    // As after a change of the page's zone.
    await tree.rebuild();
    expect(figures(await tree.seen(tree.root))).toEqual(figures(before));
  });

test("a service brings nothing of its past to a new parent, and what it does from then on counts there", async ({
  database,
}) => {
  const { seen, other, put, cards } = await treeOf(database);
  await put(cards, { parent_id: other });
  const { bars, uptime, first_day } = await seen(other);
  expect([bars, uptime.downtime_seconds, first_day]).toEqual([[], 0, "2026-01-01"]);
});

const EARLIER: Record<string, (tree: Tree, young: number) => Promise<unknown>> = {
  "it is down since": ({ ctx, page }, young) => {
    const down = { title: "Down", type: "major", service_ids: [young] };
    const input = { ...down, starts_at: `${ago(5)}T10:00:00` };
    return createIncident(ctx, page, parseInput(CreateIncident, input));
  },
  "a day was corrected": ({ ctx, at }, young) => {
    const said = { downtime_seconds: 600, ignore_checks: false, reason: "Of the log" };
    return correctDay(ctx, { ...at(young), day: ago(10) }, said);
  },
};

for (const [what, enter] of Object.entries(EARLIER))
  for (const [how, leave] of [
    ["moved", ({ put, other }: Tree, young: number) => put(young, { parent_id: other })],
    ["deleted", ({ ctx, at }: Tree, young: number) => deleteService(ctx, at(young))],
  ] as const)
    test(`what is known of a child from before it was added stays its parent's when it is ${how}: ${what}`, async ({
      database,
    }) => {
      const tree = await treeOf(database);
      const young = await mintService(database, tree.page.id, { parent_id: tree.root });
      await enter(tree, young);
      const before = await tree.seen(tree.root);
      await leave(tree, young);
      expect(figures(await tree.seen(tree.root))).toEqual(figures(before));
    });

test("a correction of a child's day counts for its parent after the child is deleted", async ({
  database,
}) => {
  const { ctx, at, seen, root, mail } = await treeOf(database);
  const day = ago(10);
  const said = { downtime_seconds: 600, ignore_checks: false, reason: "Of the log" };
  await correctDay(ctx, { ...at(mail), day }, said);
  const before = await seen(root);
  expect(before.bars.find((bar) => bar.day === day)).toMatchObject({ downtime_seconds: 300 });
  await deleteService(ctx, at(mail));
  expect(figures(await seen(root))).toEqual(figures(before));
});

test("a service knows nothing of a corrected day of a child that it did not have then", async ({
  database,
}) => {
  const { ctx, at, seen, page, put, other } = await treeOf(database);
  const young = await mintService(database, page.id, { display_uptime_graph: true });
  await put(other, { parent_id: young });
  const said = { downtime_seconds: 600, ignore_checks: false, reason: "Of the log" };
  await correctDay(ctx, { ...at(other), day: ago(10) }, said);
  expect((await seen(young)).first_day).toBe(ago(0));
  expect((await seen(other)).bars).toHaveLength(1);
});

test("an incident that goes with a hidden service counts no longer for others", async ({
  database,
}) => {
  const { ctx, page, at, seen, mail, put, other } = await treeOf(database);
  const down = { title: "Down", type: "major", service_ids: [mail] };
  const input = { ...down, starts_at: `${ago(5)}T10:00:00` };
  const { id } = await createIncident(ctx, page, parseInput(CreateIncident, input));
  await put(other, { private: true });
  const moved = parseInput(UpdateIncident, { service_ids: [other] });
  await updateIncident(ctx, { ...page, incident_id: id }, moved);
  expect((await seen(mail)).bars).toHaveLength(5);
  await deleteService(ctx, at(other));
  expect((await seen(mail)).bars).toEqual([]);
});

test("an incident that is deleted no longer counts, whatever became of its service", async ({
  database,
}) => {
  const { ctx, page, at, seen, root, pin, past } = await treeOf(database);
  await deleteService(ctx, at(pin));
  await deleteIncident(ctx, { ...page, incident_id: past });
  expect((await seen(root)).bars.some((bar) => bar.day === DAY)).toBe(false);
});
