import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { lockPage } from "#lib/core/transaction/queries.ts";
import { assertBelowLimit } from "#lib/core/transaction/record-limits.ts";
import {
  deleteIntegrationRow,
  getIntegrationRow,
  type IntegrationRow,
  insertIntegration,
  listIntegrationRows,
  lockIntegration,
  updateIntegrationRow,
} from "#lib/pages/integrations/queries.ts";
import {
  auditable,
  checkAddress,
  checkName,
  checkSecretsGiven,
  checkServices,
  checkTargets,
  columnsOf,
} from "#lib/pages/integrations/rules.ts";
import {
  type CreateIntegration,
  Integration,
  MAX_INTEGRATIONS,
  type UpdateIntegration,
} from "#lib/pages/integrations/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";

const NOTHING = {
  user: null,
  phone_number: null,
  domain: null,
  email_from_address: null,
  relay: null,
  username: null,
  port: null,
  region: null,
};

export function serializeIntegration({
  id,
  name,
  key_hint,
  fields,
  settings,
}: IntegrationRow): Integration {
  return Integration.parse({
    id,
    name,
    ...NOTHING,
    ...(fields as object),
    key: key_hint,
    settings: { __type__: name, enabled: false, api_key_type: null, ...(settings as object) },
  });
}

export type IntegrationTarget = PageTarget & { integration_id: number };

/** By `id`. */
export async function listIntegrations(ctx: Context, target: PageTarget): Promise<Integration[]> {
  const grant = await authorize(ctx, "page.read", target);
  return (await listIntegrationRows(ctx.db, grant)).map(serializeIntegration);
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getIntegration(
  ctx: Context,
  target: IntegrationTarget,
): Promise<Integration> {
  const grant = await authorize(ctx, "page.read", target);
  return serializeIntegration(await getIntegrationRow(ctx.db, grant, target.integration_id));
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function createIntegration(
  ctx: Context,
  target: PageTarget,
  input: CreateIntegration,
): Promise<Integration> {
  const grant = await authorize(ctx, "integration.write", target);
  checkAddress(input);
  checkTargets(input);
  const { name, ...fields } = input;
  return changeRecords(ctx, grant, async (trx) => {
    const page = await lockPage(trx, grant);
    await checkServices(trx, grant, input);
    assertBelowLimit(page, (await listIntegrationRows(trx, grant)).length, MAX_INTEGRATIONS);
    const row = await insertIntegration(trx, grant, {
      name,
      ...columnsOf({ name, key_hint: null }, fields),
    });
    return {
      result: serializeIntegration(row),
      audit: { action: "integration.create", subject_id: row.id, changes: auditable(input) },
      events: [],
    };
  });
}

function hiddenOf({ fields: _, settings: __, ...columns }: IntegrationRow): object {
  return columns;
}

/**
 * Changes the given fields. A secret that is missing, empty or masked is kept.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` for another kind, or when a kept secret
 *   would go to another server
 */
export async function updateIntegration(
  ctx: Context,
  target: IntegrationTarget,
  input: UpdateIntegration,
): Promise<Integration> {
  const grant = await authorize(ctx, "integration.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const current = await lockIntegration(trx, grant, target.integration_id);
    const { name, ...fields } = input;
    checkName(current, name);
    checkTargets({ ...fields, name: current.name });
    await checkServices(trx, grant, fields, current);
    const changes = columnsOf(current, fields);
    checkSecretsGiven(current, changes);
    const row = await updateIntegrationRow(trx, grant, current.id, {
      ...changes,
      updated_at: wireNow(),
    });
    return {
      result: serializeIntegration(row),
      audit: {
        action: "integration.update",
        subject_id: row.id,
        changes: auditable(input),
        before: auditable({
          ...serializeIntegration(current),
          key: undefined,
          password: undefined,
        }),
      },
      events: [],
      was: { result: serializeIntegration(current), hidden: [hiddenOf(current), hiddenOf(row)] },
    };
  });
}

/** Its metrics stay. @throws {AppError} `not_found`, `forbidden` */
export async function deleteIntegration(ctx: Context, target: IntegrationTarget): Promise<void> {
  const grant = await authorize(ctx, "integration.write", target);
  await changeRecords(ctx, grant, async (trx) => {
    const { id, name } = await deleteIntegrationRow(trx, grant, target.integration_id);
    return {
      result: undefined,
      audit: { action: "integration.delete", subject_id: id, changes: { name } },
      events: [],
    };
  });
}
