import {
  authorize,
  authorizeOrganization,
  type OrganizationGrant,
  type OrganizationTarget,
} from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization, changePage } from "#lib/core/transaction/change.ts";
import { assertRecordSize } from "#lib/core/transaction/record-limits.ts";
import { limitSetUps, requestDomain, saveWithDomain } from "#lib/pages/domain-change.ts";
import { retryAfterTakeover } from "#lib/pages/domain-claims.ts";
import { checkTemplates } from "#lib/pages/email-templates/check.ts";
import { deleteStatusPageRow, insertStatusPage } from "#lib/pages/queries.ts";
import { type OrganizationPageTarget, serializeStatusPage } from "#lib/pages/read.ts";
import {
  type CreateStatusPage,
  parseSettings,
  type StatusPage,
  withDefaultLanguage,
} from "#lib/pages/schema.ts";
import { takeSubdomain } from "#lib/pages/subdomain.ts";

/** Creates a page. @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function createStatusPage(
  ctx: Context,
  target: OrganizationTarget,
  input: CreateStatusPage,
): Promise<StatusPage> {
  const grant = await authorizeOrganization(ctx, "status_page.write", target);
  checkTemplates(input);
  return retryAfterTakeover(ctx, () => create(ctx, grant, input));
}

function create(
  ctx: Context,
  grant: OrganizationGrant,
  input: CreateStatusPage,
): Promise<StatusPage> {
  return changeOrganization(ctx, grant, async (trx) => {
    const {
      name,
      url,
      time_zone,
      subdomain,
      draft,
      member_restricted,
      restricted_ips,
      domain_config,
      ...settings
    } = input;
    const domain = requestDomain(parseSettings({}), input);
    await limitSetUps(trx, grant.organization_id, domain.config);
    const values = {
      name,
      url,
      time_zone,
      subdomain: await takeSubdomain(trx, subdomain, name),
      draft,
      member_restricted,
      restricted_ips,
      settings: withDefaultLanguage({ ...settings, domain_config: domain.config }),
    };
    const page = await saveWithDomain(trx, grant, domain, insertStatusPage(trx, grant, values));
    const answered = serializeStatusPage(page);
    assertRecordSize(answered);
    return {
      result: answered,
      audit: { action: "status_page.create", subject_id: page.id, changes: input },
      events: [],
    };
  });
}

/** Deletes a page and everything on it. @throws {AppError} `not_found`, `forbidden` */
export async function deleteStatusPage(
  ctx: Context,
  target: OrganizationPageTarget,
): Promise<void> {
  const grant = await authorize(ctx, "status_page.delete", target);
  await changePage(ctx, grant, async (trx, _page, withdraw) => {
    const { status_page_id: subject_id, subdomain } = grant;
    await deleteStatusPageRow(trx, grant);
    withdraw("page");
    return {
      result: undefined,
      audit: { action: "status_page.delete", subject_id, changes: { subdomain } },
      events: [],
    };
  });
}
