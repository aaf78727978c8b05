import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import { expect, test } from "#tests/support/test.ts";

type Notice = {
  id: number;
  title: string;
  featured_from: string;
  featured_until: string | null;
  service_ids: number[];
  updates: { id: number; description: string; posted_at: string }[];
  url: string;
};
type Single = { info_notice: Notice };
type List = {
  info_notices: Notice[];
  links: { next: string | null; prev: string | null };
  meta: { total_count: number };
};

const notice = { title: "We are moving", updates: [{ description: "To a **new** data centre." }] };

function pathOf(subdomain: string): string {
  return `/status_pages/${subdomain}/info_notices`;
}

async function post(api: Api, subdomain: string, fields: object): Promise<Notice> {
  const response = await api.post(pathOf(subdomain), { info_notice: { ...notice, ...fields } });
  expect(response.status, response.text).toBe(200);
  return response.json<Single>().info_notice;
}

test("a notice is answered as it was sent, featured from now on, its update without a type", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  const created = await post(api, subdomain, {});
  expect(created).toEqual({
    id: expect.any(Number),
    inserted_at: time,
    updated_at: time,
    title: "We are moving",
    featured_from: time,
    featured_until: null,
    service_ids: [],
    subscription_group_ids: [],
    updates: [
      {
        id: expect.any(Number),
        inserted_at: time,
        updated_at: time,
        posted_at: time,
        description: "To a **new** data centre.",
        description_html: "<p>To a <strong>new</strong> data centre.</p>",
        translations: {},
        subscribers_notified_at: null,
        social_post: false,
        tweet: false,
      },
    ],
    url: expect.stringContaining(`/info_notices/${created.id}`),
    translations: {},
  });
  const read = await api.as(null).get(`${pathOf(subdomain)}/${created.id}`);
  expect(read.json()).toEqual({ info_notice: created });
});

test("a notice needs a title, a first update, known services and an end after its start", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain } = organization.page;
  const foreign = await mintOrganization(database);
  const service = await mintService(database, foreign.page.id);
  const refused = async (fields: object) => {
    const response = await api.post(pathOf(subdomain), { info_notice: fields });
    expect(response.status).toBe(422);
    return Object.keys(response.json<{ errors: object }>().errors);
  };
  expect(await refused({ title: "", updates: [] })).toEqual(["title", "updates"]);
  expect(await refused({ ...notice, updates: [{ description: "" }] })).toEqual([
    "updates.0.description",
  ]);
  expect(await refused({ ...notice, service_ids: [service] })).toEqual(["service_ids"]);
  const times = { featured_from: "2026-11-20T10:00:00", featured_until: "2026-11-20T10:00:00" };
  expect(await refused({ ...notice, ...times })).toEqual(["featured_until"]);
  const list = await api.get(pathOf(subdomain));
  expect(list.json<List>().meta.total_count).toBe(0);
});

test("an update sent with a notice is edited when known, posted when new, never deleted", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const posted = await post(api, subdomain, {
    updates: [{ description: "One", posted_at: "2026-11-20T10:00:00" }],
  });
  const put = (fields: object) =>
    api.put(`${pathOf(subdomain)}/${posted.id}`, { info_notice: fields });
  const edited = await put({
    updates: [{ id: posted.updates[0]?.id, description: "One, edited" }, { description: "Two" }],
  });
  expect(edited.status).toBe(200);
  const { updates } = edited.json<Single>().info_notice;
  expect(updates.map((update) => update.description)).toEqual(["Two", "One, edited"]);
  const again = await put({ title: "Moved", updates: [{ description: "Two" }] });
  const { info_notice } = again.json<Single>();
  expect(info_notice.title).toBe("Moved");
  expect(info_notice.updates.map((update) => update.id)).toEqual(
    updates.map((update) => update.id),
  );
});

test("zero values and read-only fields change nothing, null takes the end away, an empty list the services", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service = await mintService(database, id);
  const times = { featured_from: "2026-11-01T00:00:00", featured_until: "2099-01-01T00:00:00" };
  const posted = await post(api, subdomain, { ...times, service_ids: [service] });
  const put = async (fields: object) => {
    const response = await api.put(`${pathOf(subdomain)}/${posted.id}`, { info_notice: fields });
    expect(response.status, response.text).toBe(200);
    return response.json<Single>().info_notice;
  };
  const zero = {
    id: 0,
    title: "",
    featured_from: "",
    featured_until: "",
    service_ids: null,
    updates: [],
    url: "",
    inserted_at: "",
  };
  expect(await put(zero)).toMatchObject({ title: posted.title, ...times, service_ids: [service] });
  expect(await put({ featured_until: null, service_ids: [] })).toMatchObject({
    featured_until: null,
    service_ids: [],
  });
});

test("a change that ends a notice before it begins is refused and nothing changes", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const posted = await post(api, subdomain, { featured_from: "2026-11-02T00:00:00" });
  const response = await api.put(`${pathOf(subdomain)}/${posted.id}`, {
    info_notice: { title: "Other", featured_until: "2026-11-01T00:00:00" },
  });
  expect(response.status).toBe(422);
  expect((await api.get(`${pathOf(subdomain)}/${posted.id}`)).json()).toEqual({
    info_notice: posted,
  });
});

test("a deleted notice is gone, with an empty JSON string for an answer", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const { id } = await post(api, subdomain, {});
  const response = await api.delete(`${pathOf(subdomain)}/${id}`);
  expect([response.status, response.text]).toEqual([200, '""']);
  expect((await api.get(`${pathOf(subdomain)}/${id}`)).status).toBe(404);
});

test("the list goes newest first, page by page, and names every notice once", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  for (const day of ["03", "01", "02"])
    await post(api, subdomain, { title: day, featured_from: `2026-11-${day}T00:00:00` });
  const first = (await api.get(`${pathOf(subdomain)}?limit=2`)).json<List>();
  expect(first.info_notices.map((row) => row.title)).toEqual(["03", "02"]);
  expect(first.meta.total_count).toBe(3);
  const next = new URL(first.links.next ?? "");
  const second = (
    await api.get(`${next.pathname.replace("/api/v2", "")}${next.search}`)
  ).json<List>();
  expect(second.info_notices.map((row) => row.title)).toEqual(["01"]);
  expect(second.links.next).toBeNull();
});

test("visitors never learn of a notice for private services only, nor of a private service, not even after its deletion", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const open = await mintService(database, id);
  const secret = await mintService(database, id, { private: true });
  const hidden = await post(api, subdomain, { title: "Hidden", service_ids: [secret] });
  const mixed = await post(api, subdomain, { title: "Mixed", service_ids: [open, secret] });
  const visitor = api.as(null);
  const seen = async () => {
    const list = (await visitor.get(pathOf(subdomain))).json<List>();
    const summary = (await visitor.get(`/status_pages/${subdomain}/summary`)).json<List>();
    expect(list.meta.total_count).toBe(list.info_notices.length);
    return [list, summary].map((answer) =>
      answer.info_notices.map(({ title, service_ids }) => ({ title, service_ids })),
    );
  };
  const shown = [{ title: "Mixed", service_ids: [open] }];
  expect(await seen()).toEqual([shown, shown]);
  expect((await visitor.get(`${pathOf(subdomain)}/${hidden.id}`)).status).toBe(404);
  const read = await visitor.get(`${pathOf(subdomain)}/${mixed.id}`);
  expect(read.json<Single>().info_notice.service_ids).toEqual([open]);
  await api.delete(`/status_pages/${subdomain}/services/${secret}`);
  expect(await seen()).toEqual([shown, shown]);
});

test("the summary has the notices that are featured now", async ({ api, organization }) => {
  const { subdomain } = organization.page;
  await post(api, subdomain, {
    title: "Past",
    featured_from: "2026-01-01T00:00:00",
    featured_until: "2026-01-02T00:00:00",
  });
  await post(api, subdomain, { title: "Now" });
  await post(api, subdomain, { title: "Later", featured_from: "2099-01-01T00:00:00" });
  const summary = (await api.as(null).get(`/status_pages/${subdomain}/summary`)).json<List>();
  expect(summary.info_notices.map((row) => row.title)).toEqual(["Now"]);
});
