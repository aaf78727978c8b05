import type { Service } from "#lib/services/schema.ts";
import type { Api } from "#tests/support/http/api.ts";

type List = {
  services: Service[];
  links: { next: string | null; prev: string | null };
  meta: { total_count: number };
};

/** What the specs do with the services of a page, through the API. */
export function servicesOf(api: Api, subdomain: string) {
  const path = `/status_pages/${subdomain}/services`;
  return {
    path,
    create: async (service: Partial<Service>) =>
      (await api.post(path, { service })).json<{ service: Service }>().service,
    get: async (id: number) =>
      (await api.get(`${path}/${id}`)).json<{ service: Service }>().service,
    put: (id: number, service: unknown) => api.put(`${path}/${id}`, { service }),
    list: async (query = "") => (await api.get(`${path}${query}`)).json<List>(),
  };
}
