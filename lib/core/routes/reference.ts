import { data } from "#lib/core/routes/route.ts";

/** What the pages of the reference are about, as their addresses have it. */
const PARTS = new Set([
  "incidents",
  "incident-updates",
  "incident-drafts",
  "incident-templates",
  "incident-types",
  "information-notices",
  "services",
  "monitoring",
  "status",
  "metrics",
  "subscriptions",
  "subscription-groups",
  "webhooks",
  "integrations",
  "access-groups",
  "status-pages",
  "organizations",
  "members",
  "api-keys",
  "audit-log",
  "test",
  "events",
]);

const part = { ...data("/docs/api/[part]"), kept: false };

/**
 * The API's reference, which everybody may read on the application's host, in one language. It
 * needs no copy on disk: it is made without the database.
 */
export const REFERENCE = {
  introduction: { ...data("/docs/api"), kept: false },
  part,
  /** One for all addresses that it does not have. */
  missing: { ...part, status: 404 as const },
};

const ROOT = REFERENCE.introduction.pattern;

/** What of the reference a path is, and its path as a render sees it. */
export function findReference(path: string) {
  if (path === ROOT) return { route: REFERENCE.introduction, path };
  const name = path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length + 1) : "";
  if (name === "" || name.includes("/")) return null;
  return PARTS.has(name)
    ? { route: REFERENCE.part, path }
    : { route: REFERENCE.missing, path: `${ROOT}/missing` };
}
