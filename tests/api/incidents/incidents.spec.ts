import type { Incident } from "#lib/incidents/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { mintSocialAccount } from "#tests/support/data/integrations.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { post, refusal, test, type Wire } from "#tests/support/http/incident-calls.ts";
import { expect } from "#tests/support/test.ts";

test("a posted incident comes back as the wire has it, with both names of aliased fields", async ({
  api,
  incidents,
  service,
  database,
  organization,
}) => {
  await mintSocialAccount(database, organization.page.id);
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

test("a relapse opens the incident again in every representation", async ({
  api,
  incidents,
  service,
  server,
  organization,
}) => {
  const { subdomain } = organization.page;
  const ago = (hours: number) => later(wireNow(), -hours * 3_600);
  const incident = { title: "Down", type: "major", service_ids: [service], starts_at: ago(5) };
  const { id } = await post(api, incidents, incident);
  const say = async (type: string, posted_at: string) => {
    const update = { type, description: `Said: ${type}`, posted_at };
    expect((await api.post(`${incidents}/${id}/updates`, { update })).status).toBe(201);
  };
  const seen = async () => {
    const { text } = await server.visit(subdomain);
    const summary = (await server.visit(subdomain, "/api/v2/summary.json")).json<{
      incidents: { id: string; status: string }[];
      status: { indicator: string };
    }>();
    const { current_status_type } = (
      await api.as(null).get(`/status_pages/${subdomain}/summary`)
    ).json<{ current_status_type: string | null }>();
    const rss = (await server.visit(subdomain, "/rss")).text;
    return {
      hero: text.includes("All systems operational"),
      statuspage: [summary.status.indicator, summary.incidents.map(({ status }) => status)],
      type: current_status_type,
      feed: rss.includes("Said: investigating"),
    };
  };
  await say("resolved", ago(4));
  expect(await seen()).toEqual({ hero: true, statuspage: ["none", []], type: null, feed: false });
  await say("investigating", wireNow());
  expect(await seen()).toEqual({
    hero: false,
    statuspage: [expect.not.stringMatching(/^none$/), ["investigating"]],
    type: "major",
    feed: true,
  });
});

test("what lies ahead is refused with how far", async ({ api, incidents, service }) => {
  const ahead = later(wireNow(), 7_200);
  const incident = { title: "Down", type: "major", service_ids: [service], starts_at: ahead };
  expect(await refusal(api, incidents, incident)).toEqual({
    starts_at: [expect.stringMatching(/^must not be in the future: it is 120 min ahead of /)],
  });
});
