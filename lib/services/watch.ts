import { z } from "zod";
import type { PageTarget } from "#lib/core/access/authorize.ts";
import { optionalCheckAddress } from "#lib/core/fields/address.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import type { Context } from "#lib/core/request/context.ts";
import { invalid, notFound } from "#lib/platform/errors/errors.ts";
import { isPrivateTarget } from "#lib/services/rules.ts";
import { UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";

/** Addresses to check by the id of their service. */
export const WatchServices = z.object({ address: z.record(z.string(), optionalCheckAddress()) });
export type WatchServices = z.output<typeof WatchServices>;

type Given = [id: string, ping_url: string];

function idOf(text: string): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1) throw notFound();
  return id;
}

/** Refuses a form that asks for nothing, or for what may not be called. @throws {AppError} `invalid` */
function check(ids: readonly string[], given: readonly Given[]): void {
  const refused = given.filter(([, ping_url]) => isPrivateTarget(ping_url));
  const errors = [
    ...(given.length === 0 ? ids : []).map((id) => [`address.${id}`, [{ code: "blank" }]]),
    ...refused.map(([id]) => [`address.${id}`, [{ code: "private_target" }]]),
  ];
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/**
 * Has services checked at the addresses given; one without an address stays as it is.
 * @returns how many are checked now
 * @throws {AppError} `not_found`, `forbidden`; `invalid` on `address.{id}`
 */
export async function watchServices(
  ctx: Context,
  { subdomain }: PageTarget,
  { address }: WatchServices,
): Promise<number> {
  const given = Object.entries(address).filter((each): each is Given => Boolean(each[1]));
  check(Object.keys(address), given);
  const wanted = given.map(([id, ping_url]) => ({ service_id: idOf(id), ping_url }));
  for (const { service_id, ping_url } of wanted) {
    const input = parseInput(UpdateService, { monitoring: "internal", ping_url });
    await updateService(ctx, { subdomain, service_id }, input);
  }
  return given.length;
}
