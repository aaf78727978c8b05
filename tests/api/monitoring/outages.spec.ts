import type { Incident } from "#lib/incidents/schema.ts";
import type { Outage } from "#lib/monitoring/automation/schema.ts";
import type { Service } from "#lib/services/schema.ts";
import { servicesOf } from "#tests/support/data/services.ts";
import type { Api } from "#tests/support/http/api.ts";
import type { Response } from "#tests/support/http/http.ts";
import { expect, test } from "#tests/support/test.ts";

const WATCHED = {
  monitoring: "webhook",
  webhook_monitoring_service: "uptime-robot",
  auto_incident: true,
} as const;
const WAITING = { mode: "draft", delay_minutes: null } as const;

/** A page whose services a tool reports on, as somebody works on it who has an API key only. */
function onCall(api: Api, subdomain: string, request: (path: string) => Promise<Response>) {
  const { create } = servicesOf(api, subdomain);
  const path = `/status_pages/${subdomain}`;
  return {
    path,
    watch: async (name: string, given: Partial<Service> = {}) => {
      const { incoming_webhook_url } = await create({ name, ...WATCHED, ...given });
      const { pathname } = new URL(incoming_webhook_url ?? "https://x");
      return (alertType: 1 | 2) => request(`${pathname}?alertType=${alertType}`);
    },
    outages: async () => (await api.get(`${path}/outages`)).json<{ outages: Outage[] }>().outages,
    incidents: async () =>
      (await api.get(`${path}/incidents`)).json<{ incidents: Incident[] }>().incidents,
  };
}

test("whoever has an API key publishes, dismisses and confirms what monitoring found", async ({
  api,
  organization,
  server,
}) => {
  const { path, watch, outages, incidents } = onCall(api, organization.page.subdomain, (to) =>
    server.request(to),
  );
  const search = await watch("Search", { publish_policy: WAITING });
  const mail = await watch("Mail", { publish_policy: WAITING });
  const shop = await watch("Shop");
  await search(1);
  await mail(1);
  await shop(1);
  await expect.poll(async () => (await outages()).length).toBe(2);
  await expect.poll(incidents).toMatchObject([{ detected: "automatic" }]);
  const found = await outages();
  expect(found.map(({ state }) => state)).toEqual(["waiting", "waiting"]);
  const idOf = (name: string) => found.find(({ title }) => title.includes(name))?.id;

  const dismissed = await api.post(`${path}/outages/${idOf("Mail")}/dismiss`, {});
  expect(dismissed.status).toBe(200);
  expect(dismissed.json()).toMatchObject({
    outage: { state: "dismissed", incident_draft_id: null, publish_at: null },
  });
  const published = await api.post(`${path}/outages/${idOf("Search")}/publish`, {});
  expect(published.status).toBe(201);
  expect(published.json()).toMatchObject({
    incident: { title: "Search is down", detected: null, ends_at: null },
  });
  for (const name of ["Mail", "Search"])
    for (const verb of ["publish", "dismiss"])
      expect((await api.post(`${path}/outages/${idOf(name)}/${verb}`, {})).status).toBe(409);
  expect(await outages()).toEqual([]);

  const shown = (await incidents()).find(({ detected }) => detected === "automatic");
  for (const _ of ["first", "again"]) {
    const confirmed = await api.post(`${path}/incidents/${shown?.id}/confirm`, {});
    expect(confirmed.status).toBe(200);
    expect(confirmed.json()).toMatchObject({ incident: { id: shown?.id, detected: null } });
  }
  await search(2);
  await shop(2);
  await expect
    .poll(async () => (await incidents()).map(({ ends_at }) => ends_at !== null))
    .toEqual([true, true]);
});
