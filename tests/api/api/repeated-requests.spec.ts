import { post, test, type Wire } from "#tests/support/http/incident-calls.ts";
import { expect } from "#tests/support/test.ts";

test("a POST with an Idempotency-Key is done once, also when sent at the same time; with another body it is refused", async ({
  api,
  incidents,
  service,
}) => {
  const headers = { "idempotency-key": "retry-1" };
  const body = { incident: { title: "Once", type: "major", service_ids: [service] } };
  const answers = await Promise.all([1, 2, 3].map(() => api.post(incidents, body, { headers })));
  const ids = answers.map((answer) => answer.json<Wire>().incident.id);
  expect(new Set(ids).size).toBe(1);
  expect(answers.every((answer) => answer.status === 201)).toBe(true);
  expect(
    (await api.post(incidents, { incident: { ...body.incident, title: "Twice" } }, { headers }))
      .status,
  ).toBe(422);
  expect(
    (await api.get(incidents)).json<{ meta: { total_count: number } }>().meta.total_count,
  ).toBe(1);
});

test("conditional requests: 304 for what is known, 412 for what has changed, 405 with the methods there are", async ({
  api,
  incidents,
  service,
}) => {
  const { id } = await post(api, incidents, {
    title: "Down",
    type: "major",
    service_ids: [service],
  });
  const path = `${incidents}/${id}`;
  const etag = String((await api.get(path)).headers.etag);
  expect((await api.get(path, { headers: { "if-none-match": etag } })).status).toBe(304);
  const changed = await api.put(
    path,
    { incident: { title: "Slow" } },
    { headers: { "if-match": etag } },
  );
  expect(changed.status).toBe(200);
  expect(
    (await api.put(path, { incident: { title: "Lost" } }, { headers: { "if-match": etag } }))
      .status,
  ).toBe(412);
  const refused = await api.post(path, {});
  expect([refused.status, refused.headers.allow]).toEqual([405, "GET, PUT, DELETE, HEAD, OPTIONS"]);
});
