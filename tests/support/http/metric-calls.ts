import type { Points } from "#lib/services/metric-entries/schema.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";
import type { Api } from "#tests/support/http/api.ts";

export const GIVEN = { title: "Response time", unit: "ms", type: "rt" };

export function metricsOf(api: Api, subdomain: string) {
  const path = `/status_pages/${subdomain}/metrics`;
  return {
    path,
    create: async (metric: object = GIVEN) =>
      (await api.post(path, { metric })).json<{ metric: Metric }>().metric,
    get: async (id: number) => (await api.get(`${path}/${id}`)).json<{ metric: Metric }>().metric,
    put: (id: number, metric: unknown) => api.put(`${path}/${id}`, { metric }),
    post: (id: number, body: unknown, headers: Record<string, string> = {}) =>
      api.post(`${path}/${id}/entries`, body, { headers }),
    points: async (id: number, query = "") =>
      (await api.get(`${path}/${id}/entries${query}`)).json<Points>(),
  };
}
