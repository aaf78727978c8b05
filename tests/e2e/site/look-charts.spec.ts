import { mintMetric, recorder, unixNow } from "#tests/support/data/metrics.ts";
import { expect, test } from "#tests/support/test.ts";

test("a value that was measured once is a dot, and what gridlines stand for is beside the line", async ({
  server,
  page,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const metric = await mintMetric(database, id, { enabled: true, visible: true });
  await recorder(database, subdomain, metric)([{ time: unixNow() - 3_600, value: 165.1 }]);
  await page.goto(`${server.pageUrl(subdomain)}/metrics`);
  const dot = page.locator(".plot .dot");
  await expect(dot).toHaveCSS("stroke-width", "8px");
  await expect(dot).toHaveCSS("clip-path", "none");
  const [ticks, plot] = [page.locator(".ticks"), page.locator("svg.plot")];
  const [beside, drawn] = [await ticks.boundingBox(), await plot.boundingBox()];
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThan(drawn?.x ?? 0);
});
