import {
  arrive,
  test as base,
  expect,
  signInByForm,
  submitSignIn,
} from "#tests/support/browser/admin.ts";
import { mintOrganization, mintPage, mintUser, PASSWORD } from "#tests/support/data/mint.ts";

let clients = 0;

// Each test is a client of its own: wrong passwords of one are not counted for the others.
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  extraHTTPHeaders: async ({}, use) => {
    clients += 1;
    await use({ "x-forwarded-for": `2001:db8:5161:${clients.toString(16)}::1` });
  },
});

const WRONG = "This e-mail and password do not match an account.";

test("who signs in comes to the only page; who signs out is out, with every copy of the cookie", async ({
  page,
  server,
  acme,
}) => {
  await signInByForm(page, server, acme.organization.owner);
  await expect(page).toHaveURL(`${server.url}/pages/${acme.subdomain}/now`);
  const copies = await page.context().cookies();
  await page.getByRole("button", { name: "Account" }).filter({ visible: true }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.context().addCookies(copies);
  await page.goto(`${server.url}/pages/${acme.subdomain}/incidents`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});

test("a link into the admin is followed after signing in, one to another site is not", async ({
  page,
  server,
  acme,
}) => {
  const { email } = acme.organization.owner;
  await page.goto(`${server.url}/pages/${acme.subdomain}/incidents/new`);
  await submitSignIn(page, email, PASSWORD);
  await expect(page).toHaveURL(`${server.url}/pages/${acme.subdomain}/incidents/new`);
  await page.context().clearCookies();
  await page.goto(`${server.url}/sign-in?next=//example.com/`);
  await submitSignIn(page, email, PASSWORD);
  await expect(page).toHaveURL(`${server.url}/pages/${acme.subdomain}/now`);
});

test("an unknown e-mail and a wrong password get the same answer, and the e-mail stays typed", async ({
  page,
  server,
  acme,
}) => {
  await page.goto(`${server.url}/sign-in`);
  await submitSignIn(page, acme.organization.owner.email, "not-the-password");
  await expect(page.getByRole("alert").filter({ hasText: WRONG })).toBeFocused();
  await expect(page.getByLabel("E-mail")).toHaveValue(acme.organization.owner.email);
  await submitSignIn(page, "nobody@example.com", "not-the-password");
  await expect(page.getByRole("alert").filter({ hasText: WRONG })).toBeFocused();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain(
    "next-auth.session-token",
  );
});

test("after five wrong passwords even the right one has to wait, and the form says how long", async ({
  page,
  server,
  acme,
}) => {
  const { email, password } = acme.organization.owner;
  await page.goto(`${server.url}/sign-in`);
  const guess = async (count: number) => {
    for (let time = 0; time < count; time++) {
      await submitSignIn(page, email, `guess-${time}`);
      await expect(page.getByRole("alert").filter({ hasText: WRONG })).toBeFocused();
    }
  };
  await guess(3);
  await submitSignIn(page, email, password);
  await expect(page.getByText("your browser then solves a short check").first()).toBeVisible();
  await page.getByText("I am not a robot").waitFor();
  await guess(2);
  await submitSignIn(page, email, password);
  await expect(page.getByRole("alert").filter({ hasText: "Wait 1 minute" })).toBeVisible();
});

test("sign-in works without JavaScript", async ({ browser, server, acme }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`${server.url}/sign-in`);
  await submitSignIn(page, acme.organization.owner.email, "not-the-password");
  await expect(page.getByRole("alert").filter({ hasText: WRONG })).toBeVisible();
  await submitSignIn(page, acme.organization.owner.email, PASSWORD);
  await expect(page.getByRole("heading", { name: "Now", exact: true })).toBeVisible();
});

test("the session cookie is host-only and out of reach of scripts", async ({
  page,
  server,
  acme,
}) => {
  await signInByForm(page, server, acme.organization.owner);
  const cookie = (await page.context().cookies()).find(
    ({ name }) => name === "next-auth.session-token",
  );
  expect(cookie).toMatchObject({ domain: "localhost", httpOnly: true, sameSite: "Lax", path: "/" });
});

test("a session is renewed while it is used, by next-auth's own route", async ({
  admin,
  server,
}) => {
  const answer = await admin.request.get(`${server.url}/api/auth/session`);
  expect(answer.status()).toBe(200);
  expect(answer.headers()["set-cookie"]).toMatch(/next-auth\.session-token=ey/);
});

test("a new password ends sessions that began with the old one", async ({
  admin,
  database,
  acme,
  server,
}) => {
  await database
    .updateTable("users")
    .set({ password_hash: "another" })
    .where("id", "=", acme.organization.owner.id)
    .execute();
  await admin.goto(`${server.url}/pages/${acme.subdomain}/incidents`);
  await expect(admin.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("a sign-in is noted with the user and in the audit log", async ({
  page,
  server,
  database,
  acme,
}) => {
  await signInByForm(page, server, acme.organization.owner);
  const { id } = acme.organization.owner;
  const user = await database
    .selectFrom("users")
    .select("current_sign_in_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(user.current_sign_in_at).not.toBeNull();
  const audit = database
    .selectFrom("audit_log")
    .select("action")
    .where("organization_id", "=", acme.organization.id);
  expect((await audit.execute()).map(({ action }) => action)).toContain("user.sign_in");
});

test("who has several pages chooses among them", async ({ page, server, database, acme }) => {
  const second = await mintPage(database, acme.organization.id);
  await signInByForm(page, server, acme.organization.owner);
  await expect(page.getByRole("heading", { name: "Status pages" })).toBeVisible();
  await page.getByRole("link", { name: second.name }).click();
  await expect(page).toHaveURL(`${server.url}/pages/${second.subdomain}/now`);
});

test("a viewer is told what is missing instead of finding dead buttons", async ({
  page,
  server,
  database,
  acme,
}) => {
  const viewer = await mintUser(database, acme.organization.id, "viewer");
  await signInByForm(page, server, viewer);
  await expect(page.getByText("Your role here is viewer")).toBeVisible();
  await page.goto(`${server.url}/pages/${acme.subdomain}/incidents/new`);
  await expect(page.getByText("Your role here is viewer")).toBeVisible();
  await expect(page.getByRole("button", { name: "Post without notifying" })).toHaveCount(0);
});

test("roles are read at each request: a form that was opened as owner posts nothing for a viewer", async ({
  admin,
  server,
  database,
  acme,
  api,
}) => {
  await mintUser(database, acme.organization.id, "owner");
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/new`);
  await admin.getByLabel("Title").fill("Not mine to say");
  await admin.getByRole("checkbox", { name: "Search" }).check();
  const owner = api.as(acme.organization.keys.owner);
  const members = `/orgs/${acme.organization.id}/members`;
  const listed = await owner.get(`${members}?email=${acme.organization.owner.email}`);
  const [member] = listed.json<{ members: { id: number }[] }>().members;
  expect((await owner.put(`${members}/${member?.id}`, { member: { role: "viewer" } })).status).toBe(
    200,
  );
  await admin.getByRole("button", { name: "Post without notifying" }).click();
  await expect(
    admin.getByRole("alert").filter({ hasText: "Your role does not allow this." }),
  ).toBeVisible();
  const count = database
    .selectFrom("incidents")
    .select("id")
    .where("status_page_id", "=", acme.organization.page.id);
  expect(await count.execute()).toEqual([]);
});

test("no other site can frame the admin", async ({ server }) => {
  const { headers } = await server.request("/sign-in");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
  });
});

test("a page of another organization does not exist", async ({ admin, server, database, acme }) => {
  const foreign = await mintOrganization(database);
  expect(foreign.id).not.toBe(acme.organization.id);
  const answer = await admin.goto(`${server.url}/pages/${foreign.page.subdomain}/incidents`);
  expect(answer?.status()).toBe(404);
  await expect(admin.getByRole("heading", { name: "Page not found" })).toBeVisible();
});
