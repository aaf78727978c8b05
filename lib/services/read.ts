import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import {
  getServiceRow,
  listPlainServiceRows,
  listServiceRows,
  listServiceStateRows,
  type PlainServiceRow,
  type ServiceFilter,
  type ServiceState,
} from "#lib/services/queries.ts";
import type { Service } from "#lib/services/schema.ts";
import { serializeService } from "#lib/services/serialize.ts";

export type ServiceTarget = PageTarget & { service_id: number };

/**
 * All services of the page by `order`, then `id`; with `parent_id` only the children of one, with
 * null the roots.
 */
export async function listServices(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
  filter: ServiceFilter,
): Promise<Listed<Service>> {
  const grant = await authorize(ctx, "page.read", target);
  return listServiceRows(ctx.db, grant, slice, filter, (rows) =>
    rows.map((row) => serializeService(grant.subdomain, row)),
  );
}

/**
 * What every service of the page is called and where it stands, in the page's order.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listPlainServices(
  ctx: Context,
  target: PageTarget,
): Promise<PlainServiceRow[]> {
  return listPlainServiceRows(ctx.db, await authorize(ctx, "page.read", target));
}

/**
 * How every service of the page is now, and what watches it.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listServiceStates(ctx: Context, target: PageTarget): Promise<ServiceState[]> {
  return listServiceStateRows(ctx.db, await authorize(ctx, "page.read", target));
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getService(ctx: Context, target: ServiceTarget): Promise<Service> {
  const grant = await authorize(ctx, "page.read", target);
  return serializeService(grant.subdomain, await getServiceRow(ctx.db, grant, target.service_id));
}
