import type { Incident } from "#lib/incidents/schema.ts";
import type { Api } from "../support/api.ts";
import { digest } from "../support/digest.ts";
import { mintOrganization, mintService } from "../support/mint.ts";
import { test as base, expect } from "../support/test.ts";

type Wire = { incident: Incident };

const test = base.extend<{ incidents: string }>({
  incidents: async ({ organization }, use) =>
    use(`/status_pages/${organization.page.subdomain}/incidents`),
});

async function post(api: Api, path: string, incident: object): Promise<Incident> {
  const answer = await api.post(path, { incident });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json<Wire>().incident;
}

async function refusal(api: Api, path: string, incident: unknown): Promise<unknown> {
  const answer = await api.post(path, { incident });
  expect(answer.status).toBe(422);
  return answer.json<{ errors: unknown }>().errors;
}

test("a posted incident comes back as the wire has it, with both names of aliased fields", async ({
  api,
  incidents,
  service,
}) => {
  const answer = await api.post(incidents, {
    incident: {
      title: " Down ",
      type: "minor",
      service_ids: [service],
      updates: [{ description: "**Broken** <b>", tweet: true }],
    },
  });
  expect(answer.status).toBe(201);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.headers["x-request-id"]).toBeTruthy();
  const { incident } = answer.json<Wire>();
  expect(incident).toMatchObject({
    title: " Down ",
    type: "minor",
    ends_at: null,
    service_ids: [service],
    translations: {},
    notify: false,
    affects_uptime: true,
    updates: [
      {
        type: "issue",
        description: "**Broken** <b>",
        social_post: true,
        tweet: true,
        subscribers_notified_at: null,
      },
    ],
  });
  expect(incident.starts_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  expect(incident.updates[0]?.description_html).toBe("<p><strong>Broken</strong> &lt;b&gt;</p>");
  expect((await api.get(`${incidents}/${incident.id}`)).json()).toEqual({ incident });
});

test("resolving ends an incident when the update was posted, and deleting that update reopens it", async ({
  api,
  incidents,
  service,
}) => {
  const { id } = await post(api, incidents, {
    title: "Down",
    type: "major",
    service_ids: [service],
    starts_at: "2026-01-01T10:00:00",
  });
  const posted = await api.post(`${incidents}/${id}/updates`, {
    update: { type: "resolved", description: "Fixed", posted_at: "2026-01-01T12:00:00+01:00" },
  });
  expect(posted.status).toBe(201);
  const { update } = posted.json<{ update: { id: number } }>();
  expect((await api.get(`${incidents}/${id}`)).json<Wire>().incident.ends_at).toBe(
    "2026-01-01T11:00:00",
  );
  const deleted = await api.delete(`${incidents}/${id}/updates/${update.id}`);
  expect([deleted.status, deleted.text]).toEqual([200, '""']);
  expect((await api.get(`${incidents}/${id}`)).json<Wire>().incident.ends_at).toBeNull();
});

test("escalate and deescalate move the type, and editing the update moves it back", async ({
  api,
  incidents,
  service,
}) => {
  const { id } = await post(api, incidents, {
    title: "Slow",
    type: "minor",
    service_ids: [service],
  });
  const { update } = (
    await api.post(`${incidents}/${id}/updates`, {
      update: { type: "escalate", description: "Worse" },
    })
  ).json<{
    update: { id: number };
  }>();
  expect((await api.get(`${incidents}/${id}`)).json<Wire>().incident.type).toBe("major");
  expect(
    (await api.put(`${incidents}/${id}/updates/${update.id}`, { update: { type: "identified" } }))
      .status,
  ).toBe(200);
  expect((await api.get(`${incidents}/${id}`)).json<Wire>().incident.type).toBe("minor");
});

test("what a PUT was given, the next GET returns; what it leaves out or sends as zero stays", async ({
  api,
  incidents,
  service,
}) => {
  const { id } = await post(api, incidents, {
    title: "Down",
    type: "major",
    service_ids: [service],
    updates: [{ description: "One" }, { description: "Two" }],
  });
  const given = {
    title: "Slow",
    type: "minor",
    starts_at: "2026-01-01T00:00:00",
    ends_at: "2026-01-02T00:00:00",
    notify: true,
  };
  expect((await api.put(`${incidents}/${id}`, { incident: given })).status).toBe(200);
  const zero = {
    title: "",
    type: "",
    starts_at: "",
    service_ids: [],
    updates: null,
    translations: null,
    id: 0,
    url: "",
    inserted_at: null,
  };
  expect((await api.put(`${incidents}/${id}`, { incident: zero })).status).toBe(200);
  const { incident } = (await api.get(`${incidents}/${id}`)).json<Wire>();
  expect(incident).toMatchObject(given);
  expect(incident.updates).toHaveLength(2);
  expect(incident.service_ids).toEqual([service]);
  const same = await api.put(`${incidents}/${id}`, { incident });
  expect(same.json<Wire>().incident).toEqual({
    ...incident,
    updated_at: expect.any(String),
    updates: expect.any(Array),
  });
  expect(same.json<Wire>().incident.updates.map(({ description }) => description)).toEqual(
    incident.updates.map((u) => u.description),
  );
});

test("a past incident is recorded closed", async ({ api, incidents, service }) => {
  const past = {
    title: "Was down",
    type: "major",
    service_ids: [service],
    starts_at: "2026-01-01T10:00:00",
  };
  const updates = [{ type: "retroactive", description: "It was down." }];
  expect(await refusal(api, incidents, { ...past, updates })).toEqual({
    ends_at: ["can't be blank"],
  });
  const incident = await post(api, incidents, { ...past, updates, ends_at: "2026-01-01T11:00:00" });
  expect(incident.updates[0]).toMatchObject({
    type: "retroactive",
    posted_at: "2026-01-01T10:00:00",
  });
});

test("a maintenance needs its times in order and updates of its own kind", async ({
  api,
  incidents,
  service,
}) => {
  const planned = { title: "Move", type: "scheduled", service_ids: [service] };
  expect(await refusal(api, incidents, planned)).toEqual({
    starts_at: ["can't be blank"],
    ends_at: ["can't be blank"],
  });
  const backwards = {
    ...planned,
    starts_at: "2030-01-02T00:00:00",
    ends_at: "2030-01-02T00:00:00",
  };
  expect(await refusal(api, incidents, backwards)).toEqual({
    ends_at: ["must be after the start"],
  });
  const times = { starts_at: "2030-01-01T00:00:00", ends_at: "2030-01-02T00:00:00" };
  const wrong = { ...planned, ...times, updates: [{ type: "escalate", description: "No" }] };
  expect(await refusal(api, incidents, wrong)).toEqual({
    "updates.0.type": ["does not fit this type of incident"],
  });
  const maintenance = await post(api, incidents, {
    ...planned,
    ...times,
    updates: [{ description: "We move" }],
  });
  expect(maintenance.updates[0]?.type).toBe("scheduled");
});

test("bad input gets its error by field and writes nothing", async ({
  api,
  incidents,
  service,
  database,
  organization,
}) => {
  const stranger = await mintOrganization(database);
  const foreign = await mintService(database, stranger.page.id);
  const fine = { title: "Down", type: "major", service_ids: [service] };
  const before = await digest(database);
  const cases: [unknown, Record<string, unknown>][] = [
    [{}, { title: ["can't be blank"], type: ["can't be blank"], service_ids: ["can't be blank"] }],
    [{ ...fine, service_ids: [] }, { service_ids: ["must name at least one service"] }],
    [{ ...fine, service_ids: [foreign] }, { service_ids: ["does not exist"] }],
    [{ ...fine, service_ids: ["1"] }, { "service_ids.0": ["must be a number"] }],
    [{ ...fine, type: "catastrophe" }, { type: ["must be one of: major, minor, scheduled"] }],
    [{ ...fine, title: "a\0b" }, { title: ["contains characters that cannot be stored"] }],
    [{ ...fine, title: "\ud83d" }, { title: ["contains characters that cannot be stored"] }],
    [{ ...fine, title: "x".repeat(256) }, { title: ["should be at most 255 characters"] }],
    [
      { ...fine, starts_at: "2026-02-30T00:00:00" },
      { starts_at: ["must be a date and time like 2026-11-20T14:02:00"] },
    ],
    [
      { ...fine, starts_at: "2026-01-02T00:00:00", ends_at: "2026-01-01T00:00:00" },
      { ends_at: ["must be after the start"] },
    ],
    [
      {
        ...fine,
        starts_at: "2026-01-02T00:00:00",
        updates: [{ type: "resolved", description: "x", posted_at: "2026-01-01T00:00:00" }],
      },
      { "updates.0.posted_at": ["must be after the start"] },
    ],
    [{ ...fine, updates: [{ description: "" }] }, { "updates.0.description": ["can't be blank"] }],
    [
      { ...fine, updates: [{ description: "x", social_post: true, tweet: false }] },
      { "updates.0.social_post": expect.any(Array) },
    ],
    ["text", { incident: ["must be an object"] }],
    [null, { incident: ["can't be blank"] }],
  ];
  for (const [incident, errors] of cases)
    expect(await refusal(api, incidents, incident)).toEqual(errors);
  expect((await api.post(incidents, '{"incident": ')).json()).toEqual({
    error: 400,
    message: "The body is not valid JSON",
  });
  expect(
    (await api.post(incidents, { incident: { ...fine, description: "x".repeat(2 * 1024 * 1024) } }))
      .status,
  ).toBe(413);
  expect((await api.get(`${incidents}/999999999`)).json()).toEqual({
    error: 404,
    message: "Not found",
  });
  expect((await api.get(`${incidents}/99999999999999999999`)).status).toBe(404);
  expect(
    (
      await api
        .as(organization.keys.admin)
        .post(`${incidents}/1x/updates`, { update: { description: "x" } })
    ).status,
  ).toBe(404);
  expect(await digest(database)).toEqual(before);
});

test("visitors see nothing of private services, members do", async ({
  api,
  incidents,
  database,
  organization,
  service,
}) => {
  const hidden = await mintService(database, organization.page.id, { private: true });
  const below = await mintService(database, organization.page.id, { parent_id: hidden });
  const secret = await post(api, incidents, {
    title: "Secret",
    type: "major",
    service_ids: [below],
  });
  const both = await post(api, incidents, {
    title: "Both",
    type: "major",
    service_ids: [service, below],
  });
  const visitor = api.as(null);
  expect((await visitor.get(`${incidents}/${secret.id}`)).status).toBe(404);
  expect((await visitor.get(`${incidents}/${both.id}`)).json<Wire>().incident.service_ids).toEqual([
    service,
  ]);
  expect(
    (await visitor.get(incidents)).json<{ incidents: Incident[] }>().incidents.map(({ id }) => id),
  ).toEqual([both.id]);
  expect((await api.get(`${incidents}/${secret.id}`)).json<Wire>().incident.service_ids).toEqual([
    below,
  ]);
});

test("an incident cannot be added while a locking page is under maintenance", async ({
  api,
  database,
  organization,
  incidents,
  service,
}) => {
  await database
    .updateTable("status_pages")
    .set({ settings: JSON.stringify({ locked_when_maintenance: true }) })
    .where("id", "=", organization.page.id)
    .execute();
  await post(api, incidents, {
    title: "Move",
    type: "scheduled",
    service_ids: [service],
    starts_at: "2026-01-01T00:00:00",
    ends_at: "2100-01-01T00:00:00",
  });
  expect(
    await refusal(api, incidents, { title: "Down", type: "major", service_ids: [service] }),
  ).toEqual({
    base: ["cannot add an incident while a maintenance is running"],
  });
});

test("a POST with an Idempotency-Key is done once, also when sent at the same time; with another body it is refused", async ({
  api,
  incidents,
  service,
}) => {
  const headers = { "idempotency-key": "retry-1" };
  const body = { incident: { title: "Once", type: "major", service_ids: [service] } };
  const answers = await Promise.all([1, 2, 3].map(() => api.post(incidents, body, { headers })));
  const ids = answers.map((answer) => answer.json<Wire>().incident.id);
  expect(new Set(ids).size).toBe(1);
  expect(answers.every((answer) => answer.status === 201)).toBe(true);
  expect(
    (await api.post(incidents, { incident: { ...body.incident, title: "Twice" } }, { headers }))
      .status,
  ).toBe(422);
  expect(
    (await api.get(incidents)).json<{ meta: { total_count: number } }>().meta.total_count,
  ).toBe(1);
});

test("conditional requests: 304 for what is known, 412 for what has changed, 405 with the methods there are", async ({
  api,
  incidents,
  service,
}) => {
  const { id } = await post(api, incidents, {
    title: "Down",
    type: "major",
    service_ids: [service],
  });
  const path = `${incidents}/${id}`;
  const etag = String((await api.get(path)).headers.etag);
  expect((await api.get(path, { headers: { "if-none-match": etag } })).status).toBe(304);
  const changed = await api.put(
    path,
    { incident: { title: "Slow" } },
    { headers: { "if-match": etag } },
  );
  expect(changed.status).toBe(200);
  expect(
    (await api.put(path, { incident: { title: "Lost" } }, { headers: { "if-match": etag } }))
      .status,
  ).toBe(412);
  const refused = await api.post(path, {});
  expect([refused.status, refused.headers.allow]).toEqual([405, "GET, PUT, DELETE, HEAD, OPTIONS"]);
});
