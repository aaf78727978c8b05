import { wireNow } from "#lib/platform/clock.ts";
import { signIn } from "#tests/support/browser/admin.ts";
import { expectAccessible } from "#tests/support/browser/axe.ts";
import { holdOrganization } from "#tests/support/db/held.ts";
import { expect, test } from "#tests/support/test.ts";

const ELSEWHERE = "https://eu.example.com";

test("every screen of an organization that has moved says where it is", async ({
  page,
  database,
  server,
  organization,
}) => {
  const { id, page: own, owner } = organization;
  await page.setViewportSize({ width: 375, height: 740 });
  await signIn(page, server, owner);
  await holdOrganization(database, id, { moving_at: wireNow(), moved_to: ELSEWHERE });
  for (const path of [`/pages/${own.subdomain}/now`, `/organizations/${id}/members`]) {
    await page.goto(server.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/has moved$/);
    const link = page.getByRole("link", { name: "Go to eu.example.com" });
    await expect(link).toHaveAttribute("href", ELSEWHERE);
  }
  await expectAccessible(page);
});

test("a form that was open when the page moved says where to fill it in", async ({
  page,
  database,
  server,
  organization: {
    id,
    page: { subdomain },
  },
}) => {
  await page.goto(`${server.pageUrl(subdomain)}/subscribe`);
  await holdOrganization(database, id, { moving_at: wireNow(), moved_to: ELSEWHERE });
  await page.getByLabel("Your e-mail address").fill("reader@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("heading")).toHaveText("This status page has a new address");
  const link = page.getByRole("link", { name: "Continue to the status page" });
  await expect(link).toHaveAttribute("href", `${ELSEWHERE}/s/${subdomain}/subscribe`);
  await expectAccessible(page);
});
