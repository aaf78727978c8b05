import { secondsBetween } from "#lib/platform/clock.ts";
import { type Acme, arrive, expect, test } from "#tests/support/browser/admin.ts";
import { eventsOf } from "#tests/support/data/events.ts";
import type { Api } from "#tests/support/http/api.ts";

type Fields = Record<string, unknown>;

async function subscribe(api: Api, { subdomain }: Acme): Promise<void> {
  const subscription = { type: "email", email: "a@example.com", confirm: true, filter: "all" };
  await api.post(`/status_pages/${subdomain}/subscriptions`, { subscription });
}

async function incidentsOf(api: Api, { subdomain }: Acme): Promise<Fields[]> {
  const answer = await api.get(`/status_pages/${subdomain}/incidents`);
  return answer.json<{ incidents: Fields[] }>().incidents;
}

test("a draft keeps whom to tell, the promise, and what it is for, and publishing it tells them", async ({
  admin,
  server,
  acme,
  api,
  database,
}) => {
  await subscribe(api, acme);
  const address = `${server.url}/pages/${acme.subdomain}/incidents`;
  await arrive(admin, `${address}/new`);
  await admin.getByLabel("Title", { exact: true }).fill("Checkout fails");
  await admin.getByRole("checkbox", { name: "Checkout" }).check();
  await admin.getByLabel("Notify subscribers").check();
  await admin.getByText("in 30 min").click();
  await admin.getByRole("button", { name: "Save as draft" }).click();
  await expect(admin.getByRole("status").filter({ hasText: "Draft saved" })).toBeVisible();
  expect(await eventsOf(database, acme.organization.page.id)).toEqual([]);

  await arrive(admin, address);
  await admin.getByRole("link", { name: "Checkout fails" }).click();
  await expect(admin.getByLabel("Notify subscribers")).toBeChecked();
  await expect(admin.getByRole("radio", { name: "in 30 min" })).toBeChecked();
  await admin.getByLabel("Text", { exact: true }).fill("We are looking into it.");
  await admin.getByRole("button", { name: "Post and notify 1 person" }).click();
  await expect(admin.getByRole("heading", { name: "Checkout fails" })).toBeVisible();
  const [posted] = await incidentsOf(api, acme);
  expect(posted).toMatchObject({ notify: true, service_ids: [acme.services.checkout] });
  const [first] = (posted?.updates ?? []) as { posted_at: string; next_update_at: string }[];
  const promised_s = secondsBetween(first?.posted_at ?? "", first?.next_update_at ?? "");
  expect(Math.abs(promised_s - 30 * 60)).toBeLessThan(60);
  const [created] = await eventsOf(database, acme.organization.page.id);
  expect(created).toMatchObject({
    event: "incident.created",
    news_update_ids: [expect.anything()],
  });

  await admin.getByRole("button", { name: "Undo" }).click();
  await expect(admin.getByLabel("Text", { exact: true })).toHaveValue("We are looking into it.");
  await expect(admin.getByLabel("Notify subscribers")).toBeChecked();
  await expect(admin.getByRole("radio", { name: "in 30 min" })).toBeChecked();
});

test("a draft of what is over, or planned, keeps its times", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const address = `${server.url}/pages/${acme.subdomain}/incidents`;
  await arrive(admin, `${address}/new`);
  await admin.getByLabel("Title", { exact: true }).fill("Checkout failed");
  await admin.getByRole("checkbox", { name: "Checkout" }).check();
  await admin.getByLabel("This has already ended").check();
  await admin.getByLabel("Start", { exact: true }).fill("2026-01-10T10:00");
  await admin.getByLabel("End", { exact: true }).fill("2026-01-10T11:00");
  await admin.getByRole("button", { name: "Save as draft" }).click();
  await expect(admin.getByRole("status").filter({ hasText: "Draft saved" })).toBeVisible();
  await arrive(admin);
  await admin.reload();
  await expect(admin.getByLabel("Start", { exact: true })).toHaveValue("2026-01-10T10:00");
  await admin.getByRole("button", { name: "Record without notifying" }).click();
  await expect(admin.getByRole("heading", { name: "Checkout failed" })).toBeVisible();
  expect(await incidentsOf(api, acme)).toMatchObject([
    { starts_at: "2026-01-10T10:00:00", ends_at: "2026-01-10T11:00:00" },
  ]);
});

test("a draft of several updates keeps what a screen does not show of them", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const incident_draft = {
    title: "Checkout is down",
    type: "major",
    service_ids: [acme.services.checkout],
    updates: [{ type: "issue", description: "First", notify: true }, { description: "Second" }],
  };
  const path = `/status_pages/${acme.subdomain}/incident_drafts`;
  const answer = await api.post(path, { incident_draft });
  const { id } = answer.json<{ incident_draft: { id: number } }>().incident_draft;
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/new?draft=${id}`);
  await expect(admin.getByLabel("Notify subscribers")).toBeChecked();
  await admin.getByLabel("Text", { exact: true }).fill("First of all");
  await admin.getByRole("button", { name: "Post without notifying" }).click();
  await expect(admin.getByRole("heading", { name: "Checkout is down" })).toBeVisible();
  const [posted] = await incidentsOf(api, acme);
  expect(posted?.updates).toHaveLength(2);
  expect(posted?.updates).toContainEqual(
    expect.objectContaining({ type: "issue", description: "First of all" }),
  );
});

test("every button that posts says whether it tells, and how many", async ({
  admin,
  server,
  acme,
  api,
}) => {
  await subscribe(api, acme);
  const page = `${server.url}/pages/${acme.subdomain}`;
  const main = admin.getByRole("main");
  for (const [screen, verb] of [
    ["incidents/new", "Post"],
    ["maintenance/new", "Schedule"],
    ["notices/new", "Publish"],
  ] as const) {
    await arrive(admin, `${page}/${screen}`);
    await expect(main.getByRole("button", { name: `${verb} without notifying` })).toBeVisible();
    await admin.getByLabel("Notify subscribers").check();
    const button = main.getByRole("button", { name: `${verb} and notify 1 person` });
    await expect(button).toBeVisible();
    await admin.getByLabel("Title", { exact: true }).fill("Nothing to read");
    await button.click();
    await expect(admin.getByLabel("Text", { exact: true })).toHaveAttribute("aria-invalid", "true");
  }
});
