import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { CreateServices, createServices } from "#lib/services/create.ts";
import { listPlainServices } from "#lib/services/read.ts";
import { outline } from "#lib/services/tree.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("a list of services is made whole, in its order, below what is there – or not at all", async ({
  database,
  organization,
}) => {
  const { subdomain, id } = organization.page;
  const parent_id = await mintService(database, id, { name: "Region", order: 500 });
  const ctx = systemContext(database, "test");
  const line = (name: string, depth: number) => ({ name, depth });
  const create = (list: object[]) =>
    createServices(ctx, { subdomain }, parseInput(CreateServices, { parent_id, list }));
  const names = async () =>
    outline(await listPlainServices(ctx, { subdomain })).map(({ name, depth }) => [name, depth]);

  await expect(create([line("a", 0), line("b", 2)])).rejects.toMatchObject({
    fields: { "list.1.depth": [{ code: "invalid" }] },
  });
  const deep = Array.from({ length: 25 }, (_, depth) => line(`level ${depth}`, depth));
  await expect(create(deep)).rejects.toMatchObject({ code: "invalid" });
  expect(await names()).toEqual([["Region", 0]]);
  await create([line("a", 0), line("b", 1), line("c", 1), line("d", 0)]);
  expect(await names()).toEqual([
    ["Region", 0],
    ["a", 1],
    ["b", 2],
    ["c", 2],
    ["d", 1],
  ]);
});
