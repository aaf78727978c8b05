import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { OrganizationParams } from "#lib/api/body.ts";
import { mayRole, type Permission, type Role } from "#lib/core/access/permissions.ts";
import { Moved } from "#lib/core/moves/move.ts";
import type { Context } from "#lib/core/request/context.ts";
import {
  getOrganization,
  listOwnOrganizations,
} from "#lib/identity/organizations/organizations.ts";
import type { Organization } from "#lib/identity/organizations/schema.ts";
import { localeOf, sessionContext } from "#lib/identity/sessions/session.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";
import { listOwnPages, type OwnPage } from "#lib/pages/read.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { type Locale, type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { type Formats, formats } from "#lib/site/words/format.ts";

export type OrganizationAdmin = {
  ctx: Context;
  user: UserRow;
  organization: Organization;
  role: Role;
  may: (permission: Permission) => boolean;
  /** The organization's pages on which the user has a role. */
  pages: OwnPage[];
  /** Those of all organizations. */
  all_pages: OwnPage[];
  locale: Locale;
  t: Translate;
  /** In the zone of `zoneOf`. */
  format: Formats;
};

const UTC = "Etc/UTC";

/** The zone of a page, else the one that all pages have; where they differ UTC. */
export function zoneOf(pages: readonly OwnPage[], subdomain?: string): string {
  const chosen = pages.find((page) => page.subdomain === subdomain);
  const zones = new Set(pages.map(({ time_zone }) => time_zone));
  const [only = UTC] = zones;
  return chosen?.time_zone ?? (zones.size === 1 ? only : UTC);
}

/** 404 for an organization in which the user has no role; who may not read it goes home. */
export const openOrganization = cache(async (id: string): Promise<OrganizationAdmin> => {
  const { user, ctx } = await sessionContext();
  const target = OrganizationParams.safeParse({ organization_id: id });
  if (!target.success) notFound();
  const organization = await getOrganization(ctx, target.data).catch((error) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    if (error instanceof AppError && error.code === "forbidden") redirect("/");
    if (error instanceof Moved) redirect(`/moved/${error.organization_id}`);
    throw error;
  });
  const own = { user_id: user.id };
  const [organizations, all_pages] = await Promise.all([
    listOwnOrganizations(ctx, own),
    listOwnPages(ctx, own),
  ]);
  const role = organizations.find((each) => each.id === organization.id)?.role ?? "viewer";
  const locale = await localeOf(user);
  const plain = { date_format: null, time_format: null };
  const pages = all_pages.filter((page) => page.organization_id === organization.id);
  return {
    ctx,
    user,
    organization,
    role,
    may: (permission) => mayRole(role, permission),
    pages,
    all_pages,
    locale,
    t: translator(locale),
    format: formats(locale, zoneOf(pages), plain, wireNow()),
  };
});
