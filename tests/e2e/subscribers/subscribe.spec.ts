import { expectAccessible } from "#tests/support/browser/axe.ts";
import { visited } from "#tests/support/browser/open-page.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { newAddress, subscriptionsOf } from "#tests/support/data/subscribers.ts";
import { linkIn } from "#tests/support/stand-ins/mail-server.ts";
import { expect, test } from "#tests/support/stand-ins/mail-test.ts";

const PLAIN = { javaScriptEnabled: false };

test("without scripts a visitor subscribes, confirms, chooses anew, renews the link and ends it", async ({
  browser,
  server,
  mails,
  database,
  organization,
}) => {
  const { id, subdomain } = organization.page;
  await mintService(database, id, { name: "Checkout" });
  const email = newAddress();
  const page = await visited(browser, `${server.pageUrl(subdomain)}/subscribe`, PLAIN);
  await page.getByLabel("Your e-mail address").fill("ada@");
  await page.getByLabel("Selected services").check();
  await page.getByLabel("Checkout").check();
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("alert")).toContainText("Check the highlighted fields");
  await expect(page.getByLabel("Your e-mail address")).toHaveValue("ada@");
  await expect(page.getByLabel("Checkout")).toBeChecked();
  await page.getByLabel("Your e-mail address").fill(email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("status")).toContainText("If that address is not confirmed yet");
  await page.goto(linkIn(await mails.nth(email), "subscribe/confirm"));
  await expect(page.getByText("You will get updates on: Checkout.")).toBeVisible();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "You are subscribed" })).toBeVisible();
  await page.getByRole("link", { name: "Manage this subscription" }).click();
  await expect(page.getByLabel("Checkout")).toBeChecked();
  await page.getByLabel("Selected types").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel("Outage").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status")).toContainText("Saved");
  expect(await subscriptionsOf(database, id)).toMatchObject([{ incident_types: ["major"] }]);
  const old = page.url();
  await page.getByRole("button", { name: "Replace the link" }).click();
  await expect(page.getByRole("status")).toContainText("All earlier links have stopped working");
  expect(page.url()).not.toBe(old);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
  expect(await subscriptionsOf(database, id)).toEqual([]);
  await page.goto(old);
  await expect(page.getByText("This link no longer works")).toBeVisible();
});

test("only what belongs to the chosen way and choice is there, and all of it by keyboard", async ({
  browser,
  server,
  database,
  organization: { page: own },
}) => {
  await mintService(database, own.id, { name: "Checkout" });
  const page = await visited(browser, `${server.pageUrl(own.subdomain)}/subscribe`);
  const [email, chat] = [page.getByLabel("Your e-mail address"), page.locator("#chat_url")];
  await expect(email).toBeVisible();
  await expect(chat).toBeHidden();
  await expect(page.getByLabel("Checkout")).toBeHidden();
  await page.getByRole("radio", { name: "E-mail" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(chat).toBeVisible();
  await expect(email).toBeHidden();
  await page.keyboard.press("Tab");
  await expect(chat).toBeFocused();
  await page.keyboard.type("https://hooks.slack.com/services/T/B/keyboard");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("your Slack channel");
  await expect(page.getByText(`${server.pageUrl(own.subdomain)}/manage/`)).toBeVisible();
});

test("several hundred services fit on a phone, and each can be found", async ({
  browser,
  server,
  database,
  organization,
}) => {
  test.slow();
  const large = await mintPage(database, organization.id);
  const parent = await mintService(database, large.id, { name: "Region" });
  for (let index = 0; index < 300; index += 1)
    await mintService(database, large.id, { name: `Node ${index}`, parent_id: parent });
  const options = { viewport: { width: 390, height: 844 } };
  const page = await visited(browser, `${server.pageUrl(large.subdomain)}/subscribe`, options);
  await page.getByLabel("Selected services").check();
  await page.getByText("300 services below it").click();
  await page.getByLabel("Node 299").check();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.getByLabel("Your e-mail address").fill(newAddress());
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByRole("status")).toBeVisible();
});

test("axe finds nothing on the pages of subscribers", async ({
  browser,
  server,
  mails,
  database,
  organization: { page: own },
}) => {
  test.slow();
  await mintService(database, own.id);
  const url = server.pageUrl(own.subdomain);
  const email = newAddress();
  const page = await visited(browser, `${url}/subscribe`);
  const clean = (what: string) => expectAccessible(page, { what });
  await page.getByLabel("Selected services").check();
  await clean("services");
  await page.getByLabel("Selected types").check();
  await page.getByLabel("Chat", { exact: true }).check();
  await clean("chat");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await clean("errors");
  await page.goto(`${url}/subscribe`);
  await page.getByLabel("Your e-mail address").fill(email);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await clean("sent");
  await page.goto(linkIn(await mails.nth(email), "subscribe/confirm"));
  await clean("confirm");
  await page.getByRole("button", { name: "Confirm" }).click();
  await clean("confirmed");
  await page.getByRole("link", { name: "Manage this subscription" }).click();
  await clean("manage");
  const token = new URL(page.url()).pathname.split("/").at(-1);
  await page.goto(`${url}/unsubscribe/${token}`);
  await clean("unsubscribe");
  await page.goto(`${url}/manage`);
  await clean("ask");
  await page.goto(`${url}/manage/no-such-link`);
  await clean("ended");
});

test("a confirmation is readable in light and in dark, and needs nothing from elsewhere", async ({
  browser,
  server,
  mails,
  organization: { page: own },
}) => {
  const email = newAddress();
  const form = await visited(browser, `${server.pageUrl(own.subdomain)}/subscribe`);
  await form.getByLabel("Your e-mail address").fill(email);
  await form.getByRole("button", { name: "Subscribe" }).click();
  const { mail } = await mails.nth(email);
  const page = await visited(browser, "about:blank");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.setContent(mail.html ?? "");
  await expectAccessible(page, { rules: { region: { enabled: false } } });
  expect(asked).toEqual([]);
});
