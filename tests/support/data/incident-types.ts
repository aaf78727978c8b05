import type { Api } from "#tests/support/http/api.ts";
import { expect } from "#tests/support/test.ts";

export type Type = { id: number; key: string; order: number };

export type Incident = { id: number; type: string };

export type Errors = { errors: Record<string, string[]> };

export const security = {
  key: "security",
  name: "Security incident",
  color: "aB12cd",
  base_severity: "major",
};

export function typesOf(subdomain: string): string {
  return `/status_pages/${subdomain}/incident_types`;
}

export async function enable(
  api: Api,
  organizationId: number,
  subdomain: string,
  enabled = true,
): Promise<void> {
  const status_page = { custom_incident_types_enabled: enabled };
  expect(
    (await api.put(`/orgs/${organizationId}/status_pages/${subdomain}`, { status_page })).status,
  ).toBe(200);
}

export async function addType(api: Api, subdomain: string, fields: object = {}): Promise<Type> {
  const response = await api.post(typesOf(subdomain), {
    incident_type: { ...security, ...fields },
  });
  expect(response.status, response.text).toBe(201);
  return response.json<{ incident_type: Type }>().incident_type;
}

export async function open(api: Api, subdomain: string, fields: object): Promise<Incident> {
  const response = await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: { title: "Something", ...fields },
  });
  expect(response.status, response.text).toBe(201);
  return response.json<{ incident: Incident }>().incident;
}
