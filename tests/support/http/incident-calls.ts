import type { Incident } from "#lib/incidents/schema.ts";
import type { Api } from "#tests/support/http/api.ts";
import { test as base, expect } from "#tests/support/test.ts";

export type Wire = { incident: Incident };

export const test = base.extend<{ incidents: string }>({
  incidents: async ({ organization }, use) =>
    use(`/status_pages/${organization.page.subdomain}/incidents`),
});

export async function post(api: Api, path: string, incident: object): Promise<Incident> {
  const answer = await api.post(path, { incident });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json<Wire>().incident;
}

export async function refusal(api: Api, path: string, incident: unknown): Promise<unknown> {
  const answer = await api.post(path, { incident });
  expect(answer.status).toBe(422);
  return answer.json<{ errors: unknown }>().errors;
}
