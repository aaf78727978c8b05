import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { listRevisions } from "#lib/incidents/revisions.queries.ts";
import { moveService } from "#lib/services/move.ts";
import { listPlainServices } from "#lib/services/read.ts";
import { UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";
import { mintIncident, systemGrant } from "#tests/support/data/incidents.ts";
import { type Minted, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

async function treeOf(db: Db, { page }: Minted) {
  const mint = (name: string, order: number, more = {}) =>
    mintService(db, page.id, { name, order, ...more });
  const ids = {
    a: await mint("a", 1),
    b: await mint("b", 1),
    c: await mint("c", 7),
    secret: await mint("secret", 9, { private: true }),
  };
  const below = await mint("below", 10, { parent_id: ids.c });
  const ctx = systemContext(db, "test");
  const at = (service_id: number) => ({ subdomain: page.subdomain, service_id });
  const names = async (parent_id: number | null) =>
    (await listPlainServices(ctx, { subdomain: page.subdomain }))
      .filter((service) => service.parent_id === parent_id)
      .map(({ name }) => name);
  return { ...ids, below, ctx, at, names };
}

test("a service takes the place it is moved to, also among orders that are the same", async ({
  database,
  organization,
}) => {
  const { ctx, at, names, a, b, c, below } = await treeOf(database, organization);
  await moveService(ctx, at(b), { parent_id: null, position: 0 });
  expect(await names(null)).toEqual(["b", "a", "c", "secret"]);
  await moveService(ctx, at(a), { parent_id: null, position: 99 });
  expect(await names(null)).toEqual(["b", "c", "secret", "a"]);
  await moveService(ctx, at(b), { parent_id: c, position: 1 });
  expect(await names(c)).toEqual(["below", "b"]);
  await moveService(ctx, at(below), { parent_id: null, position: 1 });
  expect(await names(null)).toEqual(["c", "below", "secret", "a"]);
});

test("who moves a service is told where it stood, and moves made backwards restore the tree", async ({
  database,
  organization,
}) => {
  const { ctx, at, names, a, b, c } = await treeOf(database, organization);
  const was = [];
  for (const id of [a, b])
    was.unshift({ id, place: await moveService(ctx, at(id), { parent_id: c, position: 99 }) });
  expect(await names(c)).toEqual(["below", "a", "b"]);
  for (const { id, place } of was) await moveService(ctx, at(id), place);
  expect(await names(null)).toEqual(["a", "b", "c", "secret"]);
  expect(await names(c)).toEqual(["below"]);
});

test("a service does not move below itself, nor below what is not there", async ({
  database,
  organization,
}) => {
  const { ctx, at, names, c, below } = await treeOf(database, organization);
  const move = (parent_id: number) => moveService(ctx, at(c), { parent_id, position: 0 });
  await expect(move(below)).rejects.toMatchObject({
    fields: { parent_id: [{ code: "cycle" }] },
  });
  await expect(move(c)).rejects.toMatchObject({ code: "invalid" });
  await expect(move(1)).rejects.toMatchObject({ fields: { parent_id: [{ code: "unknown" }] } });
  expect(await names(null)).toEqual(["a", "b", "c", "secret"]);
});

test("calendars are told of no incident because a service is moved, hidden or renamed", async ({
  database,
  organization,
}) => {
  const { ctx, at, a, c, secret, below } = await treeOf(database, organization);
  const { page } = organization;
  const incident = await mintIncident(database, page.id, {
    severity: "major",
    starts_at: "2026-11-01T10:00:00",
    ends_at: null,
    service_ids: [c, below],
  });
  const grant = await systemGrant(database, page.subdomain);
  const revision = async () =>
    (await listRevisions(database, grant, [incident])).get(incident)?.revision ?? 0;
  const update = (input: object) => updateService(ctx, at(c), parseInput(UpdateService, input));

  await moveService(ctx, at(c), { parent_id: a, position: 0 });
  await moveService(ctx, at(c), { parent_id: secret, position: 0 });
  await update({ parent_id: null, name: "Till" });
  await update({ private: true });
  expect(await revision()).toBe(0);
});
