import { clientOf } from "#tests/support/http/client.ts";
import { expect, test } from "#tests/support/test.ts";

test("a typed client tells the story of an incident", async ({ server, organization }) => {
  const client = clientOf(server, organization.keys.admin);
  const { subdomain } = organization.page;
  const path = { subdomain };
  const made = await client.POST("/status_pages/{subdomain}/services", {
    params: { path },
    body: { service: { name: "API" } },
  });
  const service = made.data?.service;
  if (!service) throw new Error(JSON.stringify(made.error));

  const posted = await client.POST("/status_pages/{subdomain}/incidents", {
    params: { path, header: { "Idempotency-Key": "one" } },
    body: {
      incident: {
        title: "Down",
        type: "major",
        service_ids: [service.id],
        updates: [{ description: "We look into it" }],
      },
    },
  });
  const incident = posted.data?.incident;
  if (!incident) throw new Error(JSON.stringify(posted.error));
  expect(incident.updates.map(({ type }) => type)).toEqual(["issue"]);

  const status = await client.GET("/status_pages/{subdomain}/services/{serviceId}/status", {
    params: { path: { subdomain, serviceId: service.id } },
  });
  expect(status.data?.service).toEqual({
    id: service.id,
    name: "API",
    current_incident_type: "major",
    children: [],
  });

  const resolved = await client.POST("/status_pages/{subdomain}/incidents/{incidentId}/updates", {
    params: { path: { subdomain, incidentId: incident.id } },
    body: { update: { type: "resolved", description: "It works again" } },
  });
  expect(resolved.response.status).toBe(201);

  const { data: list } = await client.GET("/status_pages/{subdomain}/incidents", {
    params: { path, query: { limit: 5 } },
  });
  expect(list?.incidents.map(({ ends_at }) => ends_at)).toEqual([expect.any(String)]);
  expect(list?.meta.total_count).toBe(1);
});

test("a typed client gets the documented errors", async ({ server, organization }) => {
  const client = clientOf(server, organization.keys.editor);
  const path = { subdomain: organization.page.subdomain };
  const invalid = await client.POST("/status_pages/{subdomain}/incidents", {
    params: { path },
    body: { incident: { title: "", type: "", service_ids: null as never } },
  });
  expect([invalid.response.status, invalid.error]).toEqual([
    422,
    {
      errors: {
        title: [expect.any(String)],
        type: [expect.any(String)],
        service_ids: [expect.any(String)],
      },
    },
  ]);
  const forbidden = await client.POST("/status_pages/{subdomain}/services", {
    params: { path },
    body: { service: { name: "API" } },
  });
  expect([forbidden.response.status, forbidden.error]).toMatchObject([403, { error: 403 }]);
  const removed = await client.DELETE("/status_pages/{subdomain}/services/{serviceId}", {
    params: { path: { ...path, serviceId: 1 } },
  });
  expect(removed.response.status).toBe(403);
});
