import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { editUpdate } from "#lib/incidents/change-update.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { CreateIncident, EditUpdate, PostUpdate } from "#lib/incidents/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR = 3_600;
const RETROACTIVE = { type: "retroactive", description: "It was short" };

test("retroactive records an incident that is over, and is refused for one that is open", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  const create = (fields: object) =>
    createIncident(
      ctx,
      page,
      parseInput(CreateIncident, {
        ...{ title: "Short", type: "minor", service_ids: [service] },
        ...fields,
      }),
    );
  const post = (incident_id: number) =>
    postUpdate(ctx, { ...page, incident_id }, parseInput(PostUpdate, RETROACTIVE));
  const notOver = (path: string) => ({ fields: { [path]: [{ code: "not_over" }] } });
  const from = later(wireNow(), -2 * HOUR);
  const updates = [RETROACTIVE];

  const open = await create({ updates: [{ description: "We look" }] });
  await expect(post(open.id)).rejects.toMatchObject(notOver("type"));
  const target = { ...page, incident_id: open.id, update_id: open.updates[0]?.id ?? 0 };
  const edit = editUpdate(ctx, target, parseInput(EditUpdate, { type: "retroactive" }));
  await expect(edit).rejects.toMatchObject(notOver("type"));
  const ahead = { starts_at: from, ends_at: later(wireNow(), HOUR), updates };
  await expect(create(ahead)).rejects.toMatchObject(notOver("updates.0.type"));
  await expect(create({ starts_at: from, updates })).rejects.toMatchObject({
    fields: { ends_at: [{ code: "blank" }] },
  });
  const ends_at = later(from, HOUR);
  const over = await create({ starts_at: from, ends_at, updates });
  expect(over).toMatchObject({ ends_at, updates: [{ type: "retroactive" }] });
  expect(await post(over.id)).toMatchObject({ type: "retroactive" });
});
