import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { mayRole, type Permission } from "#lib/core/access/permissions.ts";
import { Moved } from "#lib/core/moves/move.ts";
import type { Context } from "#lib/core/request/context.ts";
import { localeOf, sessionContext } from "#lib/identity/sessions/session.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";
import { getRole, getStatusPage } from "#lib/pages/read.ts";
import type { StatusPage } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { type Locale, type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { type Formats, formats } from "#lib/site/words/format.ts";

/** The start of every screen about a page. */
export type Admin = {
  ctx: Context;
  user: UserRow;
  page: StatusPage;
  /** Whether the user's role on the page allows it; the server asks again. */
  may: (permission: Permission) => boolean;
  locale: Locale;
  t: Translate;
  /** Wire time of this request. */
  now: string;
  format: Formats;
};

/**
 * 404 for a page that the user has no role on; who may only look at it is told so on the home
 * screen.
 */
export const openAdmin = cache(async (subdomain: string): Promise<Admin> => {
  const { user, ctx } = await sessionContext();
  const page = await getStatusPage(ctx, { subdomain }).catch((error) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    if (error instanceof AppError && error.code === "forbidden") redirect("/");
    if (error instanceof Moved) redirect(`/moved/${error.organization_id}`);
    throw error;
  });
  const role = await getRole(ctx, page);
  const may = (permission: Permission) => mayRole(role, permission);
  const locale = await localeOf(user);
  const now = wireNow();
  const format = formats(locale, page.time_zone, { date_format: null, time_format: null }, now);
  return { ctx, user, page, may, locale, t: translator(locale), now, format };
});

/** Runs a read of a screen: what is not there, or not for the user, is a 404. */
export async function found<T>(read: Promise<T>): Promise<T> {
  return read.catch((error) => {
    if (error instanceof AppError && ["not_found", "bad_request"].includes(error.code)) notFound();
    throw error;
  });
}
