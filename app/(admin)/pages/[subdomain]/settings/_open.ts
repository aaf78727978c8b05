import { type Admin, openAdmin } from "#app/(admin)/_shared/open.ts";
import { mayRole } from "#lib/core/access/permissions.ts";
import { listOwnPages } from "#lib/pages/read.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

/**
 * The start of screens about a page's settings.
 * @throws {AppError} `not_found` for whoever may not change them
 */
export async function openWriter(subdomain: string): Promise<{ admin: Admin; mayDelete: boolean }> {
  const admin = await openAdmin(subdomain);
  const pages = await listOwnPages(admin.ctx, { user_id: admin.user.id });
  const role = pages.find((page) => page.subdomain === subdomain)?.role ?? "viewer";
  if (!mayRole(role, "status_page.write")) throw notFound();
  return { admin, mayDelete: mayRole(role, "status_page.delete") };
}
