import type { StatusPage } from "#lib/pages/schema.ts";
import type { Minted } from "#tests/support/data/mint.ts";
import { expect } from "#tests/support/expect.ts";
import type { Api } from "#tests/support/http/api.ts";

type Page = StatusPage & Record<string, unknown>;

/** Changes and reads an organization's page over the API. */
export function pageOf(api: Api, { id, page }: Minted) {
  const path = `/orgs/${id}/status_pages/${page.subdomain}`;
  const change = (status_page: object) => api.put(path, { status_page });
  return {
    change,
    put: async (status_page: object) => {
      const answer = await change(status_page);
      expect(answer.status, answer.text).toBe(200);
      return answer.json<{ status_page: Page }>().status_page;
    },
    get: async () => (await api.get(path)).json<{ status_page: Page }>().status_page,
  };
}

/** What a change was refused with. */
export const refusal = async (answer: ReturnType<Api["put"]>) => {
  const { status, text } = await answer;
  return [status, JSON.parse(text).errors];
};
