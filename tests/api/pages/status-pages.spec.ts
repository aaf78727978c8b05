import type { StatusPage } from "#lib/pages/schema.ts";
import { mintKey, mintOrganization, mintPage, mintUser } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

type One = { status_page: StatusPage & Record<string, unknown> };

type List = {
  status_pages: StatusPage[];
  links: { next: string | null; prev: string | null };
  meta: { total_count: number };
};

const wanted = { name: "Ächme & Co", url: "https://example.com", time_zone: "Europe/Berlin" };

test("a new page is answered whole: what was given, the defaults, a subdomain from its name", async ({
  api,
  organization,
}) => {
  const answer = await api.post(`/orgs/${organization.id}/status_pages`, { status_page: wanted });
  expect(answer.status).toBe(201);
  const page = answer.json<One>().status_page;
  expect(page).toMatchObject({
    ...wanted,
    organization_id: organization.id,
    history_limit_days: 90,
    captcha_enabled: true,
    support_email: "",
  });
  expect(page.subdomain).toMatch(/^achme-co(-\d+)?$/);
  expect(page.domain_config).toEqual({
    provider: null,
    domain: null,
    main_hostname: null,
    previous_domain: null,
    status: "disabled",
    validation_records: null,
    external_id: null,
    pullzone_id: null,
    error: null,
  });
  expect(page).not.toHaveProperty("id");
  expect(page).not.toHaveProperty("settings");
  const again = await api.post(`/orgs/${organization.id}/status_pages`, { status_page: wanted });
  expect(again.json<One>().status_page.subdomain).not.toBe(page.subdomain);
});

test("a subdomain is taken once, in whichever organization, and reserved words never", async ({
  api,
  organization,
  database,
}) => {
  const other = await mintOrganization(database);
  const path = `/orgs/${organization.id}/status_pages`;
  const taken = { errors: { subdomain: ["has already been taken"] } };
  for (const subdomain of [other.page.subdomain, "www", "api"]) {
    expect(
      (await api.post(path, { status_page: { ...wanted, subdomain } })).json(),
      subdomain,
    ).toEqual(taken);
    expect(
      (
        await api.put(`${path}/${organization.page.subdomain}`, { status_page: { subdomain } })
      ).json(),
      subdomain,
    ).toEqual(taken);
  }
});

test("a new time zone moves the downtime to other days", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain } = organization.page;
  const service = (
    await api.post(`/status_pages/${subdomain}/services`, { service: { name: "API" } })
  ).json<{ service: { id: number } }>();
  const incident = { title: "Down", type: "major", service_ids: [service.service.id] };
  const times = { starts_at: "2026-01-10T22:00:00", ends_at: "2026-01-11T00:00:00" };
  await api.post(`/status_pages/${subdomain}/incidents`, { incident: { ...incident, ...times } });
  const days = () =>
    database
      .selectFrom("service_days")
      .select(["day", "major_seconds"])
      .where("status_page_id", "=", organization.page.id)
      .orderBy("day")
      .execute();
  expect(await days()).toEqual([{ day: "2026-01-10", major_seconds: 7200 }]);
  await api.put(`/orgs/${organization.id}/status_pages/${subdomain}`, {
    status_page: { time_zone: "Europe/Berlin" },
  });
  await expect.poll(days).toEqual([
    { day: "2026-01-10", major_seconds: 3600 },
    { day: "2026-01-11", major_seconds: 3600 },
  ]);
});

test("only an owner deletes a page; then everything on it is gone", async ({
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const path = `/orgs/${organization.id}/status_pages/${subdomain}`;
  const created = await api.post(`/status_pages/${subdomain}/services`, {
    service: { name: "Parent" },
  });
  const parent_id = created.json<{ service: { id: number } }>().service.id;
  await api.post(`/status_pages/${subdomain}/services`, { service: { name: "Child", parent_id } });
  const incident = {
    title: "Down",
    type: "major",
    service_ids: [parent_id],
    updates: [{ description: "x" }],
  };
  await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  expect((await api.delete(path)).status).toBe(403);
  const answer = await api.as(organization.keys.owner).delete(path);
  expect([answer.status, answer.text]).toEqual([200, '""']);
  expect((await api.get(path)).status).toBe(404);
  for (const table of ["services", "incidents", "incident_updates", "service_days"] as const) {
    expect(
      await database
        .selectFrom(table)
        .select("status_page_id")
        .where("status_page_id", "=", id)
        .execute(),
      table,
    ).toEqual([]);
  }
  expect((await api.as(null).get(`/status_pages/${subdomain}/status`)).status).toBe(404);
});

test("pages of another organization do not exist, not even under one's own organization's path", async ({
  api,
  organization,
  database,
}) => {
  const other = await mintOrganization(database);
  for (const path of [
    `/orgs/${other.id}/status_pages`,
    `/orgs/${other.id}/status_pages/${other.page.subdomain}`,
  ]) {
    expect((await api.get(path)).status, path).toBe(404);
  }
  const crossed = `/orgs/${organization.id}/status_pages/${other.page.subdomain}`;
  expect((await api.get(crossed)).status).toBe(404);
  expect((await api.put(crossed, { status_page: { name: "Mine" } })).status).toBe(404);
  expect((await api.post(`/orgs/${other.id}/status_pages`, { status_page: wanted })).status).toBe(
    404,
  );
});

test("the list has the pages of the organization in the order they were made, paginated", async ({
  api,
  organization,
  database,
}) => {
  const second = await mintPage(database, organization.id);
  await mintOrganization(database);
  const path = `/orgs/${organization.id}/status_pages`;
  const first = (await api.get(`${path}?limit=1`)).json<List>();
  expect(first.status_pages.map(({ subdomain }) => subdomain)).toEqual([
    organization.page.subdomain,
  ]);
  expect(first.meta.total_count).toBe(2);
  const next = new URL(first.links.next ?? "");
  const last = (await api.get(next.pathname.replace("/api/v2", "") + next.search)).json<List>();
  expect(last.status_pages.map(({ subdomain }) => subdomain)).toEqual([second.subdomain]);
  expect(last.links.next).toBeNull();
});

test("a role on one page shows that page only, and overrides the organization's", async ({
  api,
  organization,
  database,
}) => {
  const second = await mintPage(database, organization.id);
  const list = async (key: string) =>
    (await api.as(key).get(`/orgs/${organization.id}/status_pages`))
      .json<List>()
      .status_pages.map(({ subdomain }) => subdomain);
  const guest = await mintUser(database, organization.id, "editor", second.id);
  expect(await list(guest.key)).toEqual([second.subdomain]);
  const admin = await mintUser(database, organization.id, "admin");
  const override = {
    organization_id: organization.id,
    user_id: admin.id,
    status_page_id: second.id,
    role: "viewer" as const,
  };
  await database.insertInto("memberships").values(override).execute();
  expect(await list(await mintKey(database, { user_id: admin.id }))).toEqual([
    organization.page.subdomain,
  ]);
});
