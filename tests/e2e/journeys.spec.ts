import type { Page } from "@playwright/test";
import { arrive, test as base, expect, signIn } from "#tests/support/admin.ts";
import { MailServer } from "#tests/support/mail-server.ts";

const test = base.extend<{ mail: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  mail: async ({}, use) => {
    const server = await MailServer.open();
    await use(server);
    await server.close();
  },
});

/** Counts what is clicked from now on, on every screen. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction("clicked", () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    const { clicked } = window as unknown as { clicked: () => void };
    addEventListener("click", ({ detail }) => detail > 0 && clicked(), true);
  });
  await page.reload();
  return () => clicks;
}

test("mail is set up and tested within 6 clicks of a newcomer", async ({
  page,
  server,
  acme,
  mail,
}) => {
  const { owner } = acme.organization;
  await signIn(page, server, owner);
  const clicks = await countClicks(page);
  await arrive(page);
  await page.getByRole("link", { name: "Set up mail" }).click();
  await page.getByLabel("SMTP server").fill("127.0.0.1");
  await page.getByLabel("Port").fill(String(mail.port));
  await page.getByLabel("Sender address").fill("status@example.com");
  await page.getByRole("button", { name: "Add integration" }).click();
  await page.getByRole("link", { name: "SMTP" }).click();
  await page.getByRole("button", { name: "Send test" }).click();
  await mail.nth(owner.email);
  expect(clicks()).toBeLessThanOrEqual(6);
});
