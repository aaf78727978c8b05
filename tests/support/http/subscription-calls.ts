import type { Minted } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import { expect } from "#tests/support/test.ts";

export type Subscription = {
  id: number;
  type: string;
  confirm: boolean;
  email: string | null;
  filter: string;
  service_ids: number[];
  incident_id: number | null;
};

export type Single = { subscription: Subscription };

export type List = { subscriptions: Subscription[]; meta: { total_count: number } };

export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);

export function pathOf(subdomain: string): string {
  return `/status_pages/${subdomain}/subscriptions`;
}

export async function post(
  api: Api,
  subdomain: string,
  subscription: object,
): Promise<Subscription> {
  const response = await api.post(pathOf(subdomain), { subscription });
  expect(response.status, response.text).toBe(201);
  return response.json<Single>().subscription;
}

export async function setting(api: Api, { id, page }: Minted, status_page: object): Promise<void> {
  const answer = await api.put(`/orgs/${id}/status_pages/${page.subdomain}`, { status_page });
  expect(answer.status, answer.text).toBe(200);
}

export const SMS_ON = { sms_notifications_enabled: true };

export async function incident(api: Api, subdomain: string, service: number): Promise<number> {
  const body = { incident: { title: "Down", type: "major", service_ids: [service] } };
  return (await api.post(`/status_pages/${subdomain}/incidents`, body)).json<{
    incident: { id: number };
  }>().incident.id;
}
