import type { Locator, Page } from "@playwright/test";
import { type Acme, arrive, test as base, expect } from "#tests/support/browser/admin.ts";
import { expectAccessible } from "#tests/support/browser/axe.ts";
import { noise, picture } from "#tests/support/browser/pictures.ts";
import { type Api, apiOf } from "#tests/support/http/api.ts";

type Opened = { incident: { id: number } };

async function open(api: Api, { subdomain, services }: Acme): Promise<number> {
  const incident = { title: "Slow", type: "major", service_ids: [services.checkout] };
  const updates = [{ description: "We look", type: "investigating" }];
  const body = { incident: { ...incident, updates } };
  const answer = await api.post(`/status_pages/${subdomain}/incidents`, body);
  return answer.json<Opened>().incident.id;
}

async function textsOf(api: Api, { subdomain }: Acme, id: number): Promise<string[]> {
  const answer = await api.get(`/status_pages/${subdomain}/incidents/${id}`);
  const { incident } = answer.json<{ incident: { updates: { description: string }[] } }>();
  return incident.updates.map(({ description }) => description);
}

type How = "paste" | "drop";

/** A file as the clipboard or the mouse brings it. */
async function bring(page: Page, how: How, name: string, bytes: Buffer): Promise<void> {
  const file = { how, name, content: bytes.toString("base64") };
  await page.getByLabel("Text", { exact: true }).evaluate((area, given) => {
    const data = new DataTransfer();
    const content = Uint8Array.from(atob(given.content), (sign) => sign.charCodeAt(0));
    data.items.add(new File([content], given.name, { type: "image/png" }));
    const init = { bubbles: true, cancelable: true };
    const event =
      given.how === "paste"
        ? new ClipboardEvent("paste", { ...init, clipboardData: data })
        : new DragEvent("drop", { ...init, dataTransfer: data });
    area.dispatchEvent(event);
  }, file);
}

/** An open incident in the browser, and the text of its next update. */
const test = base.extend<{ incident_id: number; text: Locator }>({
  incident_id: async ({ admin, server, acme, api }, use) => {
    const id = await open(api, acme);
    await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/${id}`);
    await use(id);
  },
  text: async ({ admin, incident_id: _ }, use) => use(admin.getByLabel("Text", { exact: true })),
});
const UPLOADED = /!\[\]\(\/images\/[0-9a-f]{40}-\d+x\d+\.webp\)/;

test("a picture is pasted into an update among other pictures, described and posted, and visitors see it", async ({
  admin,
  server,
  acme,
  incident_id,
  text,
}) => {
  await text.fill("The queue grows:");
  await bring(admin, "paste", "queue.png", await picture(900, 300).png().toBuffer());
  await expect(text).toHaveValue(/^The queue grows:\n\n!\[\]\(\/images\/\S+-900x300\.webp\)\n$/);
  await bring(admin, "drop", "tiny.png", await picture(9, 9).png().toBuffer());
  await expect(text).toHaveValue(/900x300(?:.|\n)*-9x9\.webp/);
  const words = admin.getByPlaceholder("What does the picture show?");
  await words.first().fill("Jobs that wait");
  await words.last().fill("An icon");
  await expect(text).toHaveValue(/!\[Jobs that wait\]\((?:.|\n)*!\[An icon\]\(/);
  const preview = admin.getByRole("region", { name: "On your page" });
  await expect(preview.getByRole("img", { name: "Jobs that wait" })).toHaveJSProperty(
    "complete",
    true,
  );
  await admin.keyboard.press("Control+Enter");
  await expect(admin.getByRole("status").filter({ hasText: "Update posted" })).toBeVisible();
  await expect(admin.getByRole("list", { name: "Pictures in the text" })).toHaveCount(0);
  await admin.goto(`${server.pageUrl(acme.subdomain)}/incidents/${incident_id}`);
  const shown = admin.getByRole("img", { name: "Jobs that wait" });
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(900);
  await expect(shown).toHaveAttribute("width", "704");
});

test("a picture is deleted for everyone, once that is confirmed", async ({
  admin,
  server,
  acme,
  text,
}) => {
  await text.fill("A secret:");
  await bring(admin, "paste", "secret.png", await picture(80, 40).png().toBuffer());
  await expect(text).toHaveValue(UPLOADED);
  const [address = ""] = /\/images\/[^)]+/.exec(await text.inputValue()) ?? [];
  const statusOf = async () => (await server.visit(acme.subdomain, address)).status;
  expect(await statusOf()).toBe(200);
  const remove = admin.getByRole("button", { name: "Delete picture" });
  await remove.click();
  await admin.getByRole("button", { name: "Cancel" }).click();
  await expect(text).toHaveValue(UPLOADED);
  await remove.click();
  await expectAccessible(admin);
  await admin.getByRole("dialog").getByRole("button", { name: "Delete picture" }).click();
  await expect(text).not.toHaveValue(UPLOADED);
  await expect(admin.getByRole("dialog")).toHaveCount(0);
  expect(await statusOf()).toBe(404);
});

test("nobody waits for a picture: a text posted before it goes without it, and that is said", async ({
  admin,
  acme,
  api,
  incident_id,
  text,
}) => {
  const held = Promise.withResolvers<void>();
  await admin.route("**/pictures", async (route) => {
    await held.promise;
    await route.continue();
  });
  await text.fill("Without it");
  await bring(admin, "paste", "late.png", await picture(40, 40).png().toBuffer());
  await expect(text).toHaveValue(/<!-- Uploading late\.png… -->/);
  await expect(admin.getByText("Uploading late.png…", { exact: true })).toBeVisible();
  await admin.keyboard.press("Control+Enter");
  await expect(admin.getByRole("status").filter({ hasText: "Update posted" })).toBeVisible();
  held.resolve();
  const late = admin.getByRole("status").filter({ hasText: "late.png" });
  await expect(late).toContainText("too late");
  expect((await textsOf(api, acme, incident_id))[0]?.trim()).toBe("Without it");
});

test("a photograph of 12 MB is scaled down before it is sent; what cannot be read is named", async ({
  admin,
  text,
}) => {
  const choose = admin.locator("input[type=file]").first();
  const photo = { name: "photo.png", mimeType: "image/png", buffer: await noise(2_300, 1_800) };
  expect(photo.buffer.length).toBeGreaterThan(12_000_000);
  await choose.setInputFiles(photo);
  await expect(text).toHaveValue(/-1600x1252\.webp\)/);
  const broken = { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
  await choose.setInputFiles(broken);
  const alert = admin.getByRole("alert").filter({ hasText: "broken.png" });
  await expect(alert).toContainText("PNG, JPEG");
  await choose.setInputFiles({ ...broken, name: "huge.heic", buffer: Buffer.alloc(3_000_000) });
  await expect(admin.getByRole("alert").filter({ hasText: "huge.heic" })).toContainText(
    "cannot read",
  );
  await expect(text).toHaveValue(UPLOADED);
  await expect(text).not.toHaveValue(/<!--/);
  await alert.getByRole("button", { name: "Close" }).click();
  await expect(alert).toHaveCount(0);
});

test("by API an editor uploads a picture, and a restricted page shows it to nobody else", async ({
  acme,
  server,
  api,
}) => {
  const { organization, subdomain } = acme;
  const path = `/status_pages/${subdomain}/pictures`;
  const body = await picture(30, 20).jpeg().toBuffer();
  const upload = (key: string) =>
    apiOf(server, key).post(path, body, { headers: { "content-type": "image/jpeg" } });
  const answer = await upload(organization.keys.editor);
  expect(answer.status, answer.text).toBe(201);
  const { picture: made } = answer.json<{ picture: { address: string; url: string } }>();
  expect(made).toMatchObject({ url: server.pageUrl(subdomain) + made.address, width: 30 });
  const { status, headers } = await server.visit(subdomain, made.address);
  expect([status, headers["content-type"]]).toEqual([200, "image/webp"]);
  expect(headers["cache-control"]).toContain("immutable");
  expect((await upload(organization.keys.viewer)).status).toBe(403);
  const page = `/orgs/${organization.id}/status_pages/${subdomain}`;
  await api.put(page, { status_page: { member_restricted: true } });
  expect((await server.visit(subdomain, made.address)).status).toBe(403);
});
