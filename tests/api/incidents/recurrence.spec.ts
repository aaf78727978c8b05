import type { Incident } from "#lib/incidents/schema.ts";
import type { Api } from "#tests/support/http/api.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const wire = (ms: number) => new Date(ms).toISOString().slice(0, 19);

/** Begins tomorrow at a whole hour, and takes one. */
function tomorrow() {
  const start = Math.ceil((Date.now() + DAY_MS) / HOUR_MS) * HOUR_MS;
  return { starts_at: wire(start), ends_at: wire(start + HOUR_MS) };
}

const read = async (api: Api, path: string) =>
  (await api.get(path)).json<{ incidents: Incident[] }>().incidents;

test("the worker announces the next of a series, visitors see them, and null ends it", async ({
  api,
  organization,
  service,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/incidents`;
  const incident = {
    ...{ title: "Upgrade", type: "scheduled", service_ids: [service] },
    ...tomorrow(),
    recurrence: "FREQ=WEEKLY",
  };
  const created = await api.post(path, { incident });
  expect(created.status).toBe(201);
  const { id, recurrence } = created.json<{ incident: Incident }>().incident;
  expect(recurrence).toBe("FREQ=WEEKLY");
  await expect.poll(async () => (await read(api.as(null), path)).length).toBe(3);
  const all = await read(api, path);
  expect(all.map((each) => each.recurrence)).toEqual(Array(3).fill("FREQ=WEEKLY"));

  const title = { incident: { title: "Big upgrade", recurrence: "FREQ=WEEKLY" } };
  await api.put(`${path}/${id}`, title);
  expect((await read(api, path)).map((each) => each.id)).toEqual(all.map((each) => each.id));
  await api.put(`${path}/${id}`, { incident: { recurrence: null } });
  expect(await read(api, path)).toEqual([
    expect.objectContaining({ id, title: "Big upgrade", recurrence: null }),
  ]);
});

test("a rule that cannot be is a 422 that says why", async ({ api, organization, service }) => {
  const path = `/status_pages/${organization.page.subdomain}/incidents`;
  const planned = { title: "Upgrade", type: "scheduled", service_ids: [service], ...tomorrow() };
  const refused = {
    "FREQ=MINUTELY": /too often/,
    "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31": /does not recur/,
    "every week": /recurrence rule such as/,
  };
  for (const [recurrence, why] of Object.entries(refused)) {
    const { status, text } = await api.post(path, { incident: { ...planned, recurrence } });
    expect([recurrence, status]).toEqual([recurrence, 422]);
    expect(text).toMatch(why);
  }
  expect(await read(api, path)).toEqual([]);
});
