import { arrive, expect, signIn, test } from "#tests/support/browser/admin.ts";
import { mintService, mintUser } from "#tests/support/data/mint.ts";

const LIST =
  "Website\n  - Blog\n  - Careers https://careers.example.com\nMobile apps\n\tiOS\n\tAndroid";

test("a pasted list becomes a tree, shown before it is made, and that is undone; a wrong line makes nothing", async ({
  admin,
  server,
  acme,
  api,
}) => {
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/services`);
  await admin.getByRole("link", { name: "Paste a list" }).click();
  await admin.getByLabel("List").fill(`Fine\n${"x".repeat(300)}`);
  await admin.getByRole("button", { name: "Create 2 services" }).click();
  await expect(admin.getByText(/^Line 2: /)).toBeVisible();
  await admin.getByLabel("List").fill(LIST);
  const preview = admin.getByRole("region", { name: "What will be created" });
  await expect(preview.getByRole("listitem")).toHaveText([
    "Website",
    "Blog",
    "Careerschecked at https://careers.example.com",
    "Mobile apps",
    "iOS",
    "Android",
  ]);
  await admin.getByRole("button", { name: "Create 6 services" }).click();
  const names = () => admin.getByRole("rowheader").getByRole("link").allInnerTexts();
  await expect
    .poll(names)
    .toEqual([
      ...["Shop", "Checkout", "Search"],
      ...["Website", "Blog", "Careers", "Mobile apps", "iOS", "Android"],
    ]);
  const listed = await api.get(`/status_pages/${acme.subdomain}/services`);
  const { services } = listed.json<{ services: { name: string }[] }>();
  const made = { monitoring: "internal", ping_url: "https://careers.example.com" };
  expect(services.find(({ name }) => name === "Careers")).toMatchObject({
    ...made,
    display_uptime_graph: true,
  });
  await expect(admin.getByRole("row", { name: /Careers/ })).toContainText("no result yet");
  await admin.getByRole("button", { name: "Undo" }).click();
  await expect.poll(names).toEqual(["Shop", "Checkout", "Search"]);
});

test("several services are watched at once, one on its own screen, and automation shows only then", async ({
  admin,
  server,
  acme,
}) => {
  const address = `${server.url}/pages/${acme.subdomain}/services`;
  await arrive(admin, `${address}/${acme.services.shop}`);
  await expect(admin.getByLabel("Create an incident")).toBeHidden();
  await admin.getByRole("link", { name: "Monitoring" }).click();
  await admin.getByLabel("Address to check").fill("https://shop.example.com");
  await admin.getByRole("button", { name: "Start monitoring" }).click();
  await expect(admin.getByText("https://shop.example.com")).toBeVisible();
  await arrive(admin, `${address}/${acme.services.shop}`);
  await expect(admin.getByLabel("Create an incident")).toBeVisible();
  await arrive(admin, address);
  await admin.getByRole("checkbox", { name: "Select Checkout" }).check();
  await admin.getByRole("checkbox", { name: "Select Search" }).check();
  await admin.getByRole("button", { name: "Start monitoring…" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Checkout").fill("nowhere");
  await dialog.getByLabel("Search").fill("https://search.example.com");
  await dialog.getByRole("button", { name: "Start monitoring" }).click();
  await expect(dialog.getByLabel("Checkout")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Checkout").fill("https://checkout.example.com");
  await dialog.getByRole("button", { name: "Start monitoring" }).click();
  const said = admin.getByRole("status").filter({ hasText: "2 services are now monitored." });
  await expect(said).toBeVisible();
  for (const name of ["Shop", "Checkout", "Search"])
    await expect(admin.getByRole("row", { name: new RegExp(`^Select ${name}`) })).toContainText(
      /Checked by Allclear · (no result yet|down)/,
    );
});

test("a service is dragged between others and onto one, and that is undone", async ({
  admin,
  server,
  acme,
}) => {
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/services`);
  const row = (name: string) => admin.getByRole("row", { name: new RegExp(`^Select ${name}`) });
  const names = () => admin.getByRole("rowheader").getByRole("link").allInnerTexts();
  const drag = async (name: string, to: string, y: number) => {
    await row(name).hover();
    await row(name)
      .locator("[data-grip]")
      .dragTo(row(to), { targetPosition: { x: 200, y } });
  };
  await drag("Search", "Checkout", 4);
  await expect.poll(names).toEqual(["Shop", "Search", "Checkout"]);
  await drag("Search", "Checkout", 20);
  await expect.poll(names).toEqual(["Shop", "Checkout", "Search"]);
  const said = admin.getByRole("status").filter({ hasText: "Moved" });
  await said.getByRole("button", { name: "Undo" }).click();
  await said.getByRole("button", { name: "Redo" }).click();
  await expect(said.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect.poll(names).toEqual(["Shop", "Checkout", "Search"]);
  await drag("Shop", "Checkout", 20);
  await expect(admin.getByRole("status").filter({ hasText: /\S/ })).toBeVisible();
  await expect.poll(names).toEqual(["Shop", "Checkout", "Search"]);
});

test("every field of a service is kept as it was filled in", async ({
  admin,
  server,
  acme,
  api,
  database,
}) => {
  await database
    .updateTable("status_pages")
    .set({ settings: JSON.stringify({ default_language: "en", languages: ["en", "de"] }) })
    .where("subdomain", "=", acme.subdomain)
    .execute();
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/services/new`);
  await admin.getByLabel("Name", { exact: true }).fill("Payments");
  await admin.getByLabel("Parent service").selectOption({ label: "Shop" });
  await admin.getByText("Deutsch", { exact: true }).click();
  await admin.getByLabel(/^Name.*Deutsch/).fill("Zahlungen");
  await admin.getByText("Checked by Allclear").click();
  await admin.getByLabel("Address to check").fill("https://example.com/health");
  await admin.getByLabel("Method").selectOption("PATCH");
  await admin.getByRole("button", { name: "Add header" }).click();
  await admin.getByLabel("Header 1").fill("X-Probe");
  await admin.getByLabel("Value 1").fill("yes");
  await admin.getByLabel("Up only with this text").fill("fine");
  await admin.getByLabel("Create an incident").check();
  await admin.getByLabel("owner-", { exact: false }).check();
  await admin.getByRole("button", { name: "Create service" }).click();
  await expect(admin.getByRole("link", { name: "Payments", exact: true })).toBeVisible();
  const { services } = (await api.get(`/status_pages/${acme.subdomain}/services`)).json<{
    services: Record<string, unknown>[];
  }>();
  expect(services.find(({ name }) => name === "Payments")).toMatchObject({
    parent_id: acme.services.shop,
    translations: { de: { name: "Zahlungen" } },
    monitoring: "internal",
    monitoring_options: {
      method: "PATCH",
      headers: [{ key: "X-Probe", value: "yes" }],
      keyword_up: "fine",
    },
    auto_incident: true,
    notification_recipients: [acme.organization.owner.id],
  });
  await admin.getByRole("link", { name: "Payments" }).click();
  await admin.getByText("By webhook").click();
  await admin.getByLabel("Monitoring service").selectOption("UptimeRobot");
  await admin.getByRole("button", { name: "Save changes" }).click();
  await expect(admin.getByText("Service saved").first()).toBeVisible();
  await admin.getByRole("link", { name: "Payments" }).click();
  await expect(admin.locator("code", { hasText: /\/automate\/uptime-robot$/ })).toBeVisible();
});

test("of many services the one above is found by typing, and one is deleted by its name", async ({
  admin,
  server,
  acme,
  database,
}) => {
  const { page } = acme.organization;
  for (let number = 1; number <= 12; number += 1)
    await mintService(database, page.id, { name: `Region ${number}`, order: 10 + number });
  const address = `${server.url}/pages/${acme.subdomain}/services/${acme.services.search}`;
  await arrive(admin, address);
  await admin.getByRole("combobox", { name: "Parent service: Shop" }).click();
  await admin.getByRole("combobox", { name: "Search" }).fill("region 7");
  await admin.keyboard.press("Enter");
  await expect(admin.getByRole("combobox", { name: "Parent service: Region 7" })).toBeFocused();
  await admin.getByRole("button", { name: "Save changes" }).click();
  await expect
    .poll(() => admin.getByRole("rowheader").getByRole("link").allInnerTexts())
    .toEqual(expect.arrayContaining(["Region 7", "Search"]));
  await arrive(admin, address);
  await expect(admin.getByRole("combobox", { name: "Parent service: Region 7" })).toBeVisible();
  await admin.getByRole("button", { name: "Delete service" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Shop");
  await dialog.getByRole("button", { name: "Delete service" }).click();
  await expect(dialog.getByRole("textbox")).toHaveAccessibleDescription(/not match the name/);
  await dialog.getByRole("textbox").fill("Search");
  await dialog.getByRole("button", { name: "Delete service" }).click();
  await expect(admin.getByRole("status").filter({ hasText: "Service deleted" })).toBeVisible();
  await expect(admin.getByRole("link", { name: "Search", exact: true })).toHaveCount(0);
});

test("several services are moved with what stands below them, hidden, and deleted by their number", async ({
  admin,
  server,
  acme,
  database,
}) => {
  const { page } = acme.organization;
  await mintService(database, page.id, { name: "Regions", order: 7 });
  await mintService(database, page.id, { name: "Blog", order: 8 });
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/services`);
  const names = () => admin.getByRole("rowheader").getByRole("link").allInnerTexts();
  const select = async (...all: string[]) => {
    for (const name of all) await admin.getByRole("checkbox", { name: `Select ${name}` }).check();
  };
  const bar = admin.getByRole("region", { name: "Selected rows" });
  const dialog = admin.getByRole("dialog");
  const before = await names();
  await select("Shop", "Checkout", "Blog");
  await bar.getByRole("button", { name: "Move…" }).click();
  await expect(dialog).toHaveAccessibleName("Move 3 services");
  await dialog.getByLabel("Parent service").selectOption({ label: "Regions" });
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  const moved = ["Regions", "Shop", "Checkout", "Search", "Blog"];
  await expect.poll(names).toEqual(moved);
  await admin.getByRole("button", { name: "Undo" }).click();
  await expect.poll(names).toEqual(before);
  await select("Shop", "Checkout", "Blog");
  await bar.getByRole("button", { name: "Move…" }).click();
  await dialog.getByLabel("Parent service").selectOption({ label: "Regions" });
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect.poll(names).toEqual(moved);
  const parents = await database
    .selectFrom("services")
    .select(["name", "parent_id"])
    .where("status_page_id", "=", page.id)
    .execute();
  const parentOf = (name: string) => parents.find((each) => each.name === name)?.parent_id;
  expect(parentOf("Checkout")).toBe(acme.services.shop);
  expect(parentOf("Blog")).toBe(parentOf("Shop"));

  await select("Search", "Blog");
  await bar.getByRole("button", { name: "Make private" }).click();
  await expect(admin.getByRole("status").filter({ hasText: "2 changed." })).toBeVisible();
  await select("Search", "Blog");
  await bar.getByRole("button", { name: "Delete…" }).click();
  await dialog.getByRole("textbox").fill("3");
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(dialog.getByRole("textbox")).toHaveAccessibleDescription(/not match the name/);
  await dialog.getByRole("textbox").fill("2");
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(names).toEqual(["Regions", "Shop", "Checkout"]);
  await expect(bar).toHaveCount(0);
});

test("an editor sees services, and nothing to change them with", async ({
  page,
  server,
  acme,
  database,
}) => {
  await signIn(page, server, await mintUser(database, acme.organization.id, "editor"));
  await arrive(page, `${server.url}/pages/${acme.subdomain}/services`);
  await expect(page.getByRole("link", { name: "New service" })).toHaveCount(0);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await page.getByRole("link", { name: "Checkout" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toBeDisabled();
  await expect(page.getByRole("button", { name: /Save|Delete/ })).toHaveCount(0);
  const answer = await page.goto(`${server.url}/pages/${acme.subdomain}/services/paste`);
  expect(answer?.status()).toBe(404);
});
