import { later, wireNow } from "#lib/platform/clock.ts";
import { subscriber } from "#tests/support/data/news.ts";
import { expect, test } from "#tests/support/test.ts";

test("what one cause put into quarantine is listed by the API, and released by who may write", async ({
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const now = wireNow();
  for (let n = 0; n < 2; n++)
    await subscriber(database, id, {
      ...{ quarantine_kind: "dead", quarantine_reason: `550 5.1.1 <…>: unknown at mx${n}.example` },
      ...{ quarantined_at: now, quarantined_until: later(now, 86_400) },
    });
  const path = `/status_pages/${subdomain}/quarantine`;
  const editor = api.as(organization.keys.editor);
  const listed = await editor.get(path);
  expect(listed.status).toBe(200);
  expect(await listed.json()).toMatchObject({
    quarantine_causes: [{ cause: "unknown at", count: 2 }],
  });
  const body = { quarantine: { cause: "550 5.1.1 <…>: unknown at mx1.example" } };
  expect((await editor.post(`${path}/release`, body)).status).toBe(403);
  const admin = api.as(organization.keys.admin);
  expect((await admin.post(`${path}/release`, { quarantine: {} })).status).toBe(422);
  const released = await admin.post(`${path}/release`, body);
  expect([released.status, await released.json()]).toEqual([200, { quarantine: { released: 2 } }]);
  expect(await (await editor.get(path)).json()).toEqual({ quarantine_causes: [] });
});
