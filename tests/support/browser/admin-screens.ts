import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { FOLDERS, NAVIGATION } from "#app/(admin)/_shell/navigation.ts";
import type { Access } from "#lib/api/action-list.ts";
import { ROOT } from "#tests/support/code/sources.ts";

/** A screen of the application, by its folder below `app/(admin)`. */
export type AdminScreen = { folder: string; access: Access };

const { page, organization } = FOLDERS;

/** Screens that need more than the one of the navigation which leads to them. */
const NEEDS_MORE: Record<string, Access> = {
  [`${page}/services/new`]: "service.write",
  [`${page}/services/paste`]: "service.write",
  [`${page}/metrics/new`]: "metric.write",
  [`${page}/subscribers/new`]: "subscription.write",
  [`${page}/subscribers/person`]: "subscription.write",
  [`${page}/subscribers/import`]: "subscription.write",
  [`${page}/subscribers/import/[import_id]`]: "subscription.write",
  [`${page}/subscribers/[subscription_id]`]: "subscription.write",
  [`${page}/integrations/new`]: "integration.write",
  [`${page}/integrations/[integration_id]`]: "integration.write",
  [`${page}/integrations/webhooks/[webhook_id]`]: "webhook.write",
  [`${organization}/new`]: "status_page.write",
};

const LISTED = NAVIGATION.flatMap(({ screens }) => screens).map(({ scope, path, access }) => ({
  folder: [FOLDERS[scope], path].filter(Boolean).join("/"),
  access,
}));

function accessOf(folder: string): Access {
  const own = NEEDS_MORE[folder];
  if (own) return own;
  const above = LISTED.filter((each) => `${folder}/`.startsWith(`${each.folder}/`));
  const [nearest] = above.sort((a, b) => b.folder.length - a.folder.length);
  return nearest?.access ?? "signed_in";
}

/** Addresses that send on, or that nothing is behind. */
const PASSING = ["", page, "[...path]", "moved/[organization_id]"];

/** Every screen of the application: the navigation's, and those that they lead to. */
export const ADMIN_SCREENS: AdminScreen[] = globSync("**/page.tsx", {
  cwd: join(ROOT, "app/(admin)"),
})
  .map((file) => dirname(file).replace(/^\.$/, ""))
  .filter((folder) => !PASSING.includes(folder))
  .sort()
  .map((folder) => ({ folder, access: accessOf(folder) }));

/** Its address, with something there is for every parameter. */
export function addressOf(folder: string, ids: Record<string, string | number>): string {
  const address = folder.replace(/\[(\w+)\]/g, (_, name: string) => {
    if (ids[name] === undefined) throw new Error(`no sample for [${name}]`);
    return String(ids[name]);
  });
  return `/${address}`;
}

/** The screen that an address leads to; undefined: to none of the application. */
export function screenAt(address: string): AdminScreen | undefined {
  const fits = ({ folder }: AdminScreen) =>
    new RegExp(`^/${folder.replace(/\[\w+\]/g, "[^/]+")}$`).test(address);
  const named = ADMIN_SCREENS.filter(fits);
  return named.sort((a, b) => a.folder.split("[").length - b.folder.split("[").length)[0];
}
