import { resultsOf } from "#tests/support/data/checked-services.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { Target } from "#tests/support/http/targets.ts";
import { expect, test } from "#tests/support/test.ts";

test("a check that is asked for tells each request, and is no scheduled one; there is an end to asking", async ({
  api,
  database,
  organization,
  service,
}) => {
  const target = await Target.http(({ method }, response) =>
    response.writeHead(method === "HEAD" ? 405 : 200, { server: "unit" }).end(),
  );
  const { id: page, subdomain } = organization.page;
  const checked = await mintService(database, page, { ping_url: target.url });
  const checkNow = (id: number) =>
    api.post(`/status_pages/${subdomain}/services/${id}/check`, undefined);
  const answer = await checkNow(checked);
  expect(answer.status).toBe(201);
  const { check } = answer.json<{ check: Record<string, unknown> }>();
  expect(check).toMatchObject({ outcome: "up", reason: null, certificate_ends_at: null });
  expect(check.requests).toMatchObject([
    { method: "HEAD", status: 405, tls_ms: null },
    { method: "GET", status: 200, connect_ms: expect.any(Number) },
  ]);
  expect(await resultsOf(database, checked)).toEqual([]);

  expect((await checkNow(service)).status).toBe(422);
  await target.close();
  const down = (await checkNow(checked)).json<{ check: { reason: string } }>();
  expect(down.check.reason).toBe("refused");
  const answers = await Promise.all(Array.from({ length: 20 }, () => checkNow(checked)));
  expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(2);
});
