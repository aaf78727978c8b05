import { type Entry, readCalendar } from "#tests/support/data/calendar.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import { expect, test } from "#tests/support/test.ts";

const PLAN = { starts_at: "2031-03-30T00:30:00", ends_at: "2031-03-30T03:30:00" };

async function post(api: Api, subdomain: string, incident: object): Promise<number> {
  const answer = await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  expect(answer.status).toBe(201);
  return answer.json<{ incident: { id: number } }>().incident.id;
}

async function postUpdate(api: Api, path: string, update: object): Promise<number> {
  const answer = await api.post(`${path}/updates`, { update });
  expect(answer.status).toBe(201);
  return answer.json<{ update: { id: number } }>().update.id;
}

test("every change of an incident that a calendar shows raises its event's sequence", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const [first, second] = [await mintService(database, id), await mintService(database, id)];
  const incident = { title: "Move", type: "scheduled", service_ids: [first], ...PLAN };
  const updates = [{ description: "We move" }];
  const incidentId = await post(api, subdomain, { ...incident, updates });
  const path = `/status_pages/${subdomain}/incidents/${incidentId}`;
  const change = (changed: object) => api.put(path, { incident: changed });
  const seen = async () => (await readCalendar(server, subdomain))[0] as Entry;
  let posted = 0;
  const changes: [string, () => Promise<unknown>][] = [
    ["its times", () => change({ ends_at: "2031-03-30T04:30:00" })],
    ["its title", () => change({ title: "Move again" })],
    ["a translation", () => change({ translations: { de: { title: "Umzug" } } })],
    ["its services", () => change({ service_ids: [first, second] })],
    ["an update", async () => (posted = await postUpdate(api, path, { description: "Boxes" }))],
    [
      "an update's text",
      () => api.put(`${path}/updates/${posted}`, { update: { description: "Bring boxes" } }),
    ],
    ["an update deleted", () => api.delete(`${path}/updates/${posted}`)],
    ["its end", () => postUpdate(api, path, { type: "resolved", description: "Called off" })],
  ];
  let before = await seen();
  for (const [what, make] of changes) {
    await make();
    const after = await seen();
    expect(Number(after.SEQUENCE), what).toBeGreaterThan(Number(before.SEQUENCE));
    expect(Date.parse(time(after, "DTSTAMP")), what).toBeGreaterThanOrEqual(
      Date.parse(time(before, "DTSTAMP")),
    );
    expect(after.UID).toBe(before.UID);
    before = after;
  }
  expect(before.STATUS).toBe("CANCELLED");
  expect([time(before, "DTSTART"), time(before, "DTEND")]).toEqual([
    `${PLAN.starts_at}Z`,
    "2031-03-30T04:30:00Z",
  ]);
});

/** A property's time: `20310330T003000Z` → `2031-03-30T00:30:00Z`. */
function time(entry: Entry, name: string): string {
  return (entry[name] ?? "").replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
    "$1-$2-$3T$4:$5:$6Z",
  );
}

test("the end of what has none yet moves with what is told of it, not with the clock", async ({
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const incidentId = await post(api, subdomain, {
    title: "Payments fail",
    type: "major",
    service_ids: [service],
    starts_at: "2026-11-01T10:00:00",
    updates: [{ description: "We look", posted_at: "2026-11-01T10:20:00" }],
  });
  const path = `/incidents/${incidentId}/calendar.ics`;
  const [before] = await readCalendar(server, subdomain, path);
  expect(before).toMatchObject({ DTSTART: "20261101T100000Z", DTEND: "20261101T112000Z" });
  expect(before?.DESCRIPTION).toContain("The end is not known yet.");
  await postUpdate(api, `/status_pages/${subdomain}${path.replace("/calendar.ics", "")}`, {
    description: "Found",
    posted_at: "2026-11-01T12:00:00",
  });
  const [after] = await readCalendar(server, subdomain, path);
  expect(after?.DTEND).toBe("20261101T130000Z");
  expect(Number(after?.SEQUENCE)).toBeGreaterThan(Number(before?.SEQUENCE));
});

test("what was deleted is cancelled in calendars, without a word of what was written", async ({
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const updates = [{ description: "Bring your boxes" }];
  const incidentId = await post(api, subdomain, {
    title: "Secret move",
    type: "scheduled",
    service_ids: [service],
    updates,
    ...PLAN,
  });
  const paths = ["/calendar.ics", `/incidents/${incidentId}/calendar.ics`];
  const [before] = await readCalendar(server, subdomain);
  await api.delete(`/status_pages/${subdomain}/incidents/${incidentId}`);
  for (const path of paths) {
    const answer = await server.visit(subdomain, path);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(/Secret|boxes|Checkout/);
    const [after] = await readCalendar(server, subdomain, path);
    expect(after).toMatchObject({
      UID: before?.UID,
      STATUS: "CANCELLED",
      DTSTART: before?.DTSTART,
      DTEND: before?.DTEND,
    });
    expect(Number(after?.SEQUENCE)).toBeGreaterThan(Number(before?.SEQUENCE));
  }
  for (const path of ["/", "/rss", "/atom", `/incidents/${incidentId}`])
    expect((await server.visit(subdomain, path)).text).not.toContain("Secret move");
});

test("a cancelled event goes after 30 days", async ({
  server,
  api,
  organization,
  service,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const plan = { type: "scheduled", service_ids: [service], ...PLAN };
  const [early, late] = [
    await post(api, subdomain, { title: "Early", ...plan }),
    await post(api, subdomain, { title: "Late", ...plan }),
  ];
  for (const incidentId of [early, late])
    await api.delete(`/status_pages/${subdomain}/incidents/${incidentId}`);
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
  const age = (incidentId: number, deleted_at: string) =>
    database
      .updateTable("deleted_incidents")
      .set({ deleted_at })
      .where("status_page_id", "=", id)
      .where("incident_id", "=", incidentId)
      .execute();
  await age(early, days(30.1));
  await age(late, days(29.9));
  const entries = await readCalendar(server, subdomain);
  expect(entries.map(({ UID }) => UID)).toEqual([`incident-${late}@${subdomain}.localhost`]);
  const gone = await server.visit(subdomain, `/incidents/${early}/calendar.ics`);
  expect(gone.status).toBe(404);
});

test("a cancelled event tells nobody of what is private, deleted or restricted", async ({
  server,
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const services = `/status_pages/${subdomain}/services`;
  const [vault, shop, till] = [
    await mintService(database, id, { private: true }),
    await mintService(database, id),
    await mintService(database, id),
  ];
  const plan = (service_ids: number[]) =>
    post(api, subdomain, { title: "Move", type: "scheduled", service_ids, ...PLAN });
  const ids = [await plan([vault]), await plan([shop]), await plan([till])];
  for (const incidentId of ids)
    await api.delete(`/status_pages/${subdomain}/incidents/${incidentId}`);
  const uids = async () => (await readCalendar(server, subdomain)).map(({ UID }) => UID).sort();
  const uid = (incidentId = 0) => `incident-${incidentId}@${subdomain}.localhost`;
  const planned = [uid(ids[1]), uid(ids[2])].sort();
  expect(await uids()).toEqual(planned);

  await api.put(`${services}/${vault}`, { service: { private: false } });
  expect(await uids(), "of what was private when it was deleted").toEqual(planned);
  await api.put(`${services}/${shop}`, { service: { private: true } });
  await api.delete(`${services}/${till}`);
  expect(await uids()).toEqual([]);
  for (const incidentId of ids)
    expect((await server.visit(subdomain, `/incidents/${incidentId}/calendar.ics`)).status).toBe(
      404,
    );

  const hidden = await mintPage(database, organization.id, { member_restricted: true });
  const room = await mintService(database, hidden.id);
  const held = await post(api, hidden.subdomain, {
    title: "Move",
    type: "scheduled",
    service_ids: [room],
    ...PLAN,
  });
  await api.delete(`/status_pages/${hidden.subdomain}/incidents/${held}`);
  for (const path of ["/calendar.ics", `/incidents/${held}/calendar.ics`])
    expect((await server.visit(hidden.subdomain, path)).status).toBe(403);
});
