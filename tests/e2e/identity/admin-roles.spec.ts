import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ACTIONS, type ActionName } from "#lib/api/action-list.ts";
import { mayRole, ROLES, type Role } from "#lib/core/access/permissions.ts";
import { buildFolder } from "#lib/server/build/sources.ts";
import { expect, signIn } from "#tests/support/browser/admin.ts";
import { ADMIN_SCREENS, type AdminScreen, screenAt } from "#tests/support/browser/admin-screens.ts";
import { test } from "#tests/support/browser/admin-world.ts";
import { mintUser } from "#tests/support/data/mint.ts";

type Manifest = { node: Record<string, { exportedName: string }> };

/** What the server calls each action in a form. */
const readNames = () => {
  const file = join(buildFolder(), "server/server-reference-manifest.json");
  return (JSON.parse(readFileSync(file, "utf8")) as Manifest).node;
};

/** What somebody is: in the organization, on the page, or both. */
type Standing = { organization: Role | null; page: Role };

function mayOpen({ folder, access }: AdminScreen, { organization, page }: Standing): boolean {
  if (access === "signed_in" || access === "anybody") return true;
  const role = folder.startsWith("organizations/") ? organization : page;
  return role !== null && mayRole(role, access);
}

type Shown = { h1: string; links: string[]; forms: string[] };

/** What a screen has, with the ids of the actions that its forms can send. */
function readIn(page: Page, html: string): Promise<Shown> {
  return page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, "text/html");
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const canBeSent = (form: Element) => form.querySelector("button:not(:disabled)") !== null;
    return {
      h1: document.querySelector("h1")?.textContent ?? "",
      links: all("a[href^='/']").map((link) => link.getAttribute("href") ?? ""),
      forms: all("form")
        .filter(canBeSent)
        .flatMap((form) => form.innerHTML.match(/\b[0-9a-f]{42}\b/g) ?? []),
    };
  }, html);
}

/** What is wrong with a screen that a role may open. */
function templateErrorOf(shown: Shown, standing: Standing): string[] {
  const names = readNames();
  const forbidden = shown.links.filter((link) => {
    const screen = screenAt(link.replace(/[?#].*/, ""));
    return screen && !mayOpen(screen, standing);
  });
  const sent = shown.forms.map((id) => names[id]?.exportedName as ActionName);
  const refused = sent.filter((name) => {
    const access = ACTIONS[name]?.access ?? "anybody";
    if (access === "signed_in" || access === "anybody") return false;
    const roles = [standing.page, standing.organization].filter((role) => role !== null);
    return !roles.some((role) => mayRole(role, access));
  });
  return [...(shown.h1 ? [] : ["no heading"]), ...forbidden, ...refused];
}

const STANDINGS: [string, Standing][] = [
  ...ROLES.map((role): [string, Standing] => [role, { organization: role, page: role }]),
  ["editor of this page alone", { organization: null, page: "editor" }],
  ["viewer who edits this page", { organization: "viewer", page: "editor" }],
];

for (const [name, standing] of STANDINGS)
  test(`every screen opens for whom it is, says no to whom it is not, and offers nothing forbidden: ${name}`, async ({
    page,
    server,
    database,
    world,
  }) => {
    const { organization, page: own } = standing;
    const onPage = organization === own ? null : world.page_id;
    const user = await mintUser(database, world.organization_id, own, onPage);
    if (organization !== null && organization !== own) {
      const values = { organization_id: world.organization_id, user_id: user.id };
      await database
        .insertInto("memberships")
        .values({ ...values, role: organization })
        .execute();
    }
    await signIn(page, server, user);
    const wrong: unknown[] = [];
    for (const screen of ADMIN_SCREENS) {
      const answer = await page.request.get(`${server.url}${world.at(screen.folder)}`);
      const isOpen =
        answer.status() === 200 && new URL(answer.url()).pathname === world.at(screen.folder);
      if (isOpen !== mayOpen(screen, standing))
        wrong.push([screen.folder, answer.status(), answer.url()]);
      if (!isOpen) continue;
      const found = templateErrorOf(await readIn(page, await answer.text()), standing);
      if (found.length > 0) wrong.push([screen.folder, ...new Set(found)]);
    }
    expect(wrong).toEqual([]);
  });
