import { z } from "zod";
import {
  type Answer,
  type Call,
  call,
  messagesIn,
  Refused,
  saying,
} from "#lib/domains/drivers/call.ts";
import { PutOff } from "#lib/domains/put-off.ts";
import { env } from "#lib/env.ts";

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

/** @throws {PutOff} for an answer that is not as the documentation has it */
function read<T>({ body }: Answer, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(body);
  if (!parsed.success) throw new PutOff("cdn_b gave an odd answer; it is tried again.");
  return parsed.data;
}

/** The account, as one step calls it. */
export class Account {
  readonly #key: string;

  /** @throws {Refused} */
  constructor(key: string) {
    this.#key = key;
    if (key === "") throw new Refused("The key of cdn_b is missing. Enter it in the integration.");
  }

  ask(request: Omit<Call, "url"> & { path: string }): Promise<Answer> {
    const { path, ...rest } = request;
    const caller = {
      provider: "cdn_b" as const,
      headers: { accesskey: this.#key },
      secret: this.#key,
    };
    return call(caller, { ...rest, url: `${BASE}/pullzone${path}` });
  }

  /** @throws {Refused} */
  refuse({ body, status }: Answer, what: string): never {
    const said = saying(messagesIn(body).join("; "), this.#key);
    throw new Refused(`cdn_b refused ${what}: ${said || `HTTP ${status}`}`);
  }
}

/** What kind of refusal it is: `pullzone.name_taken`. */
function keyOf({ body }: Answer): string {
  const { ErrorKey } = (body ?? {}) as { ErrorKey?: unknown };
  return typeof ErrorKey === "string" ? ErrorKey : "";
}

/**
 * A zone that asks us for what it does not have, by the host that visitors ask for: by that the
 * page is found. Queries matter, cookies pass, and how long a copy is good is ours to say.
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
  const answer = await account.ask({
    method: "GET",
    path: `?page=1&perPage=100&search=${encodeURIComponent(zone_name)}`,
  });
  if (answer.status >= 400) account.refuse(answer, "to list pull zones");
  const found = read(answer, Found);
  const all = Array.isArray(found) ? found : found.Items;
  return all.find(({ Name, OriginUrl }) => Name === zone_name && OriginUrl === env().APP_URL);
}

/** Makes the zone, or finds what was made before a crash; undefined: others have the name. */
export async function makeZone(account: Account, zone_name: string): Promise<PullZone | undefined> {
  const answer = await account.ask({ method: "POST", path: "", body: zoneOf(zone_name) });
  if (answer.status < 400) return read(answer, PullZone);
  if (keyOf(answer) === "pullzone.name_taken") return findZone(account, zone_name);
  return account.refuse(answer, "to make a pull zone");
}

export async function readZone(account: Account, id: number): Promise<PullZone | undefined> {
  const answer = await account.ask({ method: "GET", path: `/${id}` });
  if (answer.status === 404) return undefined;
  if (answer.status >= 400) account.refuse(answer, "to show the pull zone");
  return read(answer, PullZone);
}

export const hostOf = (zone: PullZone, name: string) =>
  zone.Hostnames?.find(({ Value }) => Value.toLowerCase() === name);

/** @throws {Refused} when another account has the name */
export async function addHostname(account: Account, zone_id: number, name: string): Promise<void> {
  const path = `/${zone_id}/addHostname`;
  const answer = await account.ask({ method: "POST", path, body: { Hostname: name } });
  if (answer.status < 400 || answer.status === 404) return;
  const zone = await readZone(account, zone_id);
  if (zone && !hostOf(zone, name)) account.refuse(answer, name);
}

/** What is not there is deleted. */
export async function deleteZone(account: Account, id: number): Promise<void> {
  const answer = await account.ask({ method: "DELETE", path: `/${id}` });
  // 400 says that, too.
  if (answer.status >= 400 && answer.status !== 404 && answer.status !== 400)
    account.refuse(answer, "to delete the pull zone");
}
