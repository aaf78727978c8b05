import {
  addType,
  type Errors,
  enable,
  type Incident,
  open,
  typesOf,
} from "#tests/support/data/incident-types.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("a type with the base scheduled makes maintenances: an incident cannot become one", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service_ids = [await mintService(database, id)];
  await enable(api, organization.id, subdomain);
  await addType(api, subdomain, { key: "upgrade", base_severity: "scheduled" });
  const incidents = `/status_pages/${subdomain}/incidents`;
  const endless = await api.post(incidents, {
    incident: { title: "Upgrade", type: "upgrade", service_ids },
  });
  expect(Object.keys(endless.json<Errors>().errors)).toEqual(["starts_at", "ends_at"]);
  const times = { starts_at: "2020-01-01T00:00:00", ends_at: "2099-01-01T00:00:00" };
  const maintenance = await open(api, subdomain, { type: "upgrade", service_ids, ...times });
  const summary = (await api.get(`/status_pages/${subdomain}/summary`)).json<{
    maintenances: Incident[];
  }>();
  expect(summary.maintenances).toMatchObject([{ id: maintenance.id, type: "upgrade" }]);
  const turned = await api.put(`${incidents}/${maintenance.id}`, { incident: { type: "major" } });
  expect(Object.keys(turned.json<Errors>().errors)).toEqual(["type"]);
});

test("a type in use is neither deleted nor turned from incident into maintenance, not even while updates have moved it", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service_ids = [await mintService(database, id)];
  await enable(api, organization.id, subdomain);
  const type = await addType(api, subdomain);
  const incident = await open(api, subdomain, { type: "security", service_ids });
  const updates = `/status_pages/${subdomain}/incidents/${incident.id}/updates`;
  const moved = await api.post(updates, {
    update: { type: "deescalate", description: "Less bad" },
  });
  const path = `${typesOf(subdomain)}/${type.id}`;
  expect((await api.delete(path)).json()).toEqual({ errors: { base: ["is in use by incidents"] } });
  const crossed = await api.put(path, { incident_type: { base_severity: "scheduled" } });
  expect(crossed.json()).toEqual({ errors: { base_severity: ["is in use by incidents"] } });
  await api.delete(`${updates}/${moved.json<{ update: { id: number } }>().update.id}`);
  const back = (await api.get(`/status_pages/${subdomain}/incidents/${incident.id}`)).json<{
    incident: Incident;
  }>();
  expect(back.incident.type).toBe("security");
  await api.delete(`/status_pages/${subdomain}/incidents/${incident.id}`);
  expect((await api.put(path, { incident_type: { base_severity: "scheduled" } })).status).toBe(200);
  const response = await api.delete(path);
  expect([response.status, response.text]).toEqual([200, '""']);
});

test("a new base severity is that of all incidents of the type, and the uptime of the past follows", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service = await mintService(database, id);
  await enable(api, organization.id, subdomain);
  const type = await addType(api, subdomain, { base_severity: "minor" });
  const past = { starts_at: "2026-11-01T10:00:00", ends_at: "2026-11-01T11:00:00" };
  await open(api, subdomain, { type: "security", service_ids: [service], ...past });
  await open(api, subdomain, { type: "security", service_ids: [service] });
  const days = () =>
    database
      .selectFrom("service_days")
      .select(["day", "major_seconds", "minor_seconds"])
      .where("status_page_id", "=", id)
      .where("day", "=", "2026-11-01")
      .execute();
  expect(await days()).toEqual([{ day: "2026-11-01", major_seconds: 0, minor_seconds: 3600 }]);
  expect(
    (
      await api.put(`${typesOf(subdomain)}/${type.id}`, {
        incident_type: { base_severity: "major" },
      })
    ).status,
  ).toBe(200);
  expect(await days()).toEqual([{ day: "2026-11-01", major_seconds: 3600, minor_seconds: 0 }]);
  const summary = await api.as(null).get(`/status_pages/${subdomain}/summary`);
  expect(summary.json()).toMatchObject({
    current_status_type: "major",
    status_page: { current_incident_type: "security" },
  });
});

test("templates may name the page's types and forget those that are deleted", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const type = await addType(api, subdomain);
  const templates = `/status_pages/${subdomain}/incident_templates`;
  const fields = { name: "Leak", title: "Data leak", incident_types: ["security", "major"] };
  const created = (await api.post(templates, { incident_template: fields })).json<{
    incident_template: { id: number };
  }>();
  await api.delete(`${typesOf(subdomain)}/${type.id}`);
  const read = await api.get(`${templates}/${created.incident_template.id}`);
  expect(read.json()).toMatchObject({ incident_template: { incident_types: ["major"] } });
});
