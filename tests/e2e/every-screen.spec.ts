import type { Page } from "@playwright/test";
import { FOLDERS } from "#app/(admin)/_shell/navigation.ts";
import { arrive, expect, signIn } from "#tests/support/browser/admin.ts";
import { ADMIN_SCREENS } from "#tests/support/browser/admin-screens.ts";
import { test, type World } from "#tests/support/browser/admin-world.ts";
import { expectAccessible, violationsIn } from "#tests/support/browser/axe.ts";

const { page: PAGE, organization: ORGANIZATION } = FOLDERS;
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

/** What else a screen can look like, by what its address may have. */
const viewsOf = ({ ids }: World): Record<string, string[]> => ({
  "": ["?choose"],
  [`${PAGE}/incidents`]: ["?show=all", "?show=maintenance"],
  [`${PAGE}/incidents/[incident_id]`]: [`?edit=${ids.update_id}`],
  [`${PAGE}/incidents/new`]: [`?draft=${ids.incident_draft_id}`],
  [`${PAGE}/maintenance`]: ["?view=calendar"],
  [`${PAGE}/integrations/new`]: ["?kind=datadog"],
  [`${PAGE}/metrics/[metric_id]`]: ["?period=week"],
  [`${PAGE}/services`]: ["?q=nothing-is-called-so"],
  [`${ORGANIZATION}/members`]: [`?page=${ids.subdomain}`],
});

function addressesOf(world: World): string[] {
  const views = viewsOf(world);
  const extra = Object.entries(views).flatMap(([folder, queries]) =>
    queries.map((query) => world.at(folder) + query),
  );
  return [...ADMIN_SCREENS.map(({ folder }) => world.at(folder)), ...extra];
}

/** Everything that is wrong with what the browser shows, wide and light, narrow and dark. */
async function templateErrorOf(page: Page): Promise<unknown[]> {
  await expect(page).toHaveTitle(/./);
  // Until its scripts have done what they do at first, and said what they have to say.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const wide = await violationsIn(page, "light");
  await page.setViewportSize(PHONE);
  const narrow = await violationsIn(page, "dark");
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  await page.setViewportSize(DESKTOP);
  return [...wide, ...narrow, ...(sideways > 0 ? [`${sideways} px too wide`] : [])];
}

const PARTS = 4;

for (let part = 0; part < PARTS; part += 1)
  test(`no screen has a violation, light or dark, overflows 360 px, or complains to the console, ${part + 1} of ${PARTS}`, async ({
    page,
    server,
    world,
  }) => {
    test.slow();
    const said: string[] = [];
    page.on("pageerror", (error) => said.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") said.push(message.text());
    });
    await page.setViewportSize(DESKTOP);
    await signIn(page, server, world.owner);
    const wrong: Record<string, unknown[]> = {};
    const own = addressesOf(world).filter((_, index) => index % PARTS === part);
    for (const address of own) {
      const answer = await page.goto(server.url + address);
      const found = [
        ...(answer?.status() === 200 ? [] : [`${answer?.status()}`]),
        ...(await templateErrorOf(page)),
        ...said.splice(0),
      ];
      if (found.length > 0) wrong[address] = found;
    }
    expect(wrong).toEqual({});
  });

test("nor has what opens on a screen: errors, questions, shortcuts", async ({
  page,
  server,
  world,
}) => {
  await page.goto(`${server.url}/sign-in`);
  await expectAccessible(page);
  await signIn(page, server, world.owner);
  await arrive(page, `${server.url}${world.at(`${PAGE}/incidents/new`)}`);
  await page.getByRole("button", { name: "Post without notifying" }).click();
  await expect(page.getByText("This field is required.").first()).toBeVisible();
  await expectAccessible(page);
  await arrive(page, `${server.url}${world.at(`${PAGE}/incidents/[incident_id]`)}`);
  await page
    .getByRole("button", { name: /^Delete the update/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await arrive(page, `${server.url}${world.at(`${PAGE}/services`)}`);
  await expectAccessible(page);
  await page.goto(`${server.url}/nowhere`);
  await expectAccessible(page);
});
