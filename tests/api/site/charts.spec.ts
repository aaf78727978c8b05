import { expect, test } from "#tests/support/test.ts";

const now = () => Math.floor(Date.now() / 1_000);

test("a visible metric is on the page with its number, its line, its threshold and its table; others are not", async ({
  server,
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const path = `/status_pages/${subdomain}/metrics`;
  const mint = async (title: string, given: object = {}) => {
    const metric = { title, unit: "ms", type: "rt", enabled: true, visible: true, ...given };
    const made = await api.post(path, { metric });
    return made.json<{ metric: { id: number } }>().metric.id;
  };
  const shown = await mint("Checkout time", { threshold: 300, featured_number: "max" });
  await mint("Hidden time", { visible: false });
  await mint("Stopped time", { enabled: false });
  const entries = [120, 240].map((value, index) => ({ time: now() - 3_000 + index * 60, value }));
  await api.post(`${path}/${shown}/entries`, { entries });

  const start = (await server.visit(subdomain)).text.replaceAll("<!-- -->", "");
  expect(start).toContain("Checkout time");
  expect(start).toMatch(/<b>240\sms<\/b> highest/);
  expect(start).toContain("Threshold: 300\u00a0ms");
  expect(start).toMatch(/<path class="curve dot" d="M[\d.]+ [\d.]+h\.1"/);
  expect(start).not.toMatch(/Hidden time|Stopped time/);

  const whole = (await server.visit(subdomain, "/metrics?period=week")).text;
  expect(whole).toContain("7 days ago");
  expect(whole).toMatch(/<td>180\sms<\/td>/);
  expect(whole).not.toMatch(/Hidden time|Stopped time/);
  const unknown = await server.visit(subdomain, "/metrics?period=century");
  expect([unknown.status, unknown.text.includes("24 hours ago")]).toEqual([200, true]);
});

test("a page without metrics says nothing of them", async ({ server, organization }) => {
  const { subdomain } = organization.page;
  expect((await server.visit(subdomain)).text).not.toContain('id="metrics"');
  expect((await server.visit(subdomain, "/metrics")).text).toContain("No metrics are shown here.");
});
