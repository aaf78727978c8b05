import { z } from "zod";
import { Provider, ProviderRefusal, type Reply } from "#lib/domains/drivers/provider.ts";
import { env } from "#lib/platform/config/env.ts";

const BASE = "https://api.bunny.net";

const PullZone = z.object({
  Id: z.int(),
  Name: z.string(),
  OriginUrl: z.string().nullish(),
  Hostnames: z
    .array(
      z.object({
        Value: z.string(),
        HasCertificate: z.boolean().nullish(),
        ForceSSL: z.boolean().nullish(),
        IsSystemHostname: z.boolean().nullish(),
      }),
    )
    .nullish(),
});
export type PullZone = z.infer<typeof PullZone>;

const Found = z.union([z.array(PullZone), z.object({ Items: z.array(PullZone) })]);

export class Account extends Provider {
  /** @throws {ProviderRefusal} */
  constructor(key: string) {
    if (key === "")
      throw new ProviderRefusal("The key of cdn_b is missing. Enter it in the integration.");
    super({ name: "cdn_b", base: `${BASE}/pullzone`, headers: { accesskey: key }, secret: key });
  }
}

function keyOf({ body }: Reply): string {
  const { ErrorKey } = (body ?? {}) as { ErrorKey?: unknown };
  return typeof ErrorKey === "string" ? ErrorKey : "";
}

/**
 * The origin is asked by the visitor's host name, since it selects the page. Queries and cookies
 * are passed on, and our headers control caching.
 */
function zoneOf(zone_name: string): object {
  return {
    Name: zone_name,
    OriginUrl: env().APP_URL,
    AddHostHeader: true,
    IgnoreQueryStrings: false,
    DisableCookies: false,
    CacheControlMaxAgeOverride: -1,
    CacheControlPublicMaxAgeOverride: -1,
    CacheErrorResponses: false,
  };
}

export async function findZone(account: Account, zone_name: string): Promise<PullZone | undefined> {
  const reply = await account.ask({
    method: "GET",
    path: `?page=1&perPage=100&search=${encodeURIComponent(zone_name)}`,
  });
  const found = account.read(reply, Found, "to list pull zones");
  const all = Array.isArray(found) ? found : found.Items;
  return all.find(({ Name, OriginUrl }) => Name === zone_name && OriginUrl === env().APP_URL);
}

/** Creates the zone, or finds the one created before a crash; undefined: the name is taken. */
export async function makeZone(account: Account, zone_name: string): Promise<PullZone | undefined> {
  const reply = await account.ask({ method: "POST", path: "", body: zoneOf(zone_name) });
  const isTaken = reply.status >= 400 && keyOf(reply) === "pullzone.name_taken";
  if (isTaken) return findZone(account, zone_name);
  return account.read(reply, PullZone, "to make a pull zone");
}

export async function readZone(account: Account, id: number): Promise<PullZone | undefined> {
  const reply = await account.ask({ method: "GET", path: `/${id}` });
  if (reply.status === 404) return undefined;
  return account.read(reply, PullZone, "to show the pull zone");
}

export const hostOf = (zone: PullZone, name: string) =>
  zone.Hostnames?.find(({ Value }) => Value.toLowerCase() === name);

/** @throws {ProviderRefusal} when another account has the name */
export async function addHostname(account: Account, zone_id: number, name: string): Promise<void> {
  const path = `/${zone_id}/addHostname`;
  const reply = await account.ask({ method: "POST", path, body: { Hostname: name } });
  if (reply.status < 400 || reply.status === 404) return;
  const zone = await readZone(account, zone_id);
  if (zone && !hostOf(zone, name)) account.refuse(reply, name);
}

export async function deleteZone(account: Account, id: number): Promise<void> {
  const reply = await account.ask({ method: "DELETE", path: `/${id}` });
  // A missing zone can also answer 400.
  if (reply.status >= 400 && reply.status !== 404 && reply.status !== 400)
    account.refuse(reply, "to delete the pull zone");
}
