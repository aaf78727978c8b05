import { z } from "zod";
import type { Access } from "#lib/domains/drivers/access.ts";
import { Provider, ProviderRefusal, type Reply } from "#lib/domains/drivers/provider.ts";
import { env } from "#lib/platform/config/env.ts";

const BASE = "https://api.cloudflare.com/client/v4";
const ZONE_ID = /^[0-9a-f]{32}$/;
const SSL = { method: "txt", type: "dv", settings: { min_tls_version: "1.2" } };

const Hostname = z.object({
  id: z.string(),
  hostname: z.string().optional(),
  status: z.string().optional(),
  verification_errors: z.array(z.string()).nullish(),
  ownership_verification: z
    .object({ name: z.string().nullish(), value: z.string().nullish() })
    .nullish(),
  ssl: z
    .object({
      status: z.string().optional(),
      validation_records: z
        .array(
          z.object({
            txt_name: z.string().nullish(),
            txt_value: z.string().nullish(),
            status: z.string().nullish(),
          }),
        )
        .nullish(),
      validation_errors: z.array(z.object({ message: z.string().nullish() })).nullish(),
    })
    .nullish(),
});
export type Hostname = z.infer<typeof Hostname>;

const resultOf = <T>(result: z.ZodType<T>) => z.object({ result });

export class Zone extends Provider {
  readonly id: string;

  constructor(key: string, id: string) {
    const headers = { authorization: `Bearer ${key}` };
    super({ name: "cdn_a", base: `${BASE}/zones`, headers, secret: key });
    this.id = id;
  }

  hostnames(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: object,
  ): Promise<Reply> {
    return this.ask({ method, path: `/${this.id}/custom_hostnames${path}`, ...(body && { body }) });
  }
}

/** @throws {ProviderRefusal} when there is no such zone */
export async function openZone({ key, zone }: Access, known?: string): Promise<Zone> {
  if (key === "")
    throw new ProviderRefusal("The API token of cdn_a is missing. Enter it in the integration.");
  if (known && (zone === known || !ZONE_ID.test(zone ?? ""))) return new Zone(key, known);
  if (!zone)
    throw new ProviderRefusal(
      "The integration cdn_a names no zone. Enter the zone’s ID or domain in its field “domain”.",
    );
  if (ZONE_ID.test(zone)) return new Zone(key, zone);
  const looking = new Zone(key, "");
  const path = `?name=${encodeURIComponent(zone.toLowerCase())}`;
  const reply = await looking.ask({ method: "GET", path });
  const { result } = looking.parse(reply, resultOf(z.array(z.object({ id: z.string() }))));
  const [found] = result;
  if (!found) throw new ProviderRefusal(`The API token of cdn_a sees no zone ${zone}.`);
  return new Zone(key, found.id);
}

/** The CNAME target: the zone's fallback origin, which is set if missing. */
export async function targetOf(zone: Zone): Promise<string> {
  const path = "/fallback_origin";
  const reply = await zone.hostnames("GET", path);
  const shape = resultOf(z.object({ origin: z.string().nullish() }).nullable());
  const set = reply.status === 200 ? zone.parse(reply, shape).result?.origin : null;
  if (set) return set;
  const origin = env().DOMAIN_TARGET;
  const made = await zone.hostnames("PUT", path, { origin });
  if (made.status >= 400) zone.refuse(made, `${origin} as the zone’s fallback origin`);
  return origin;
}

export async function findHostname(zone: Zone, name: string): Promise<Hostname | undefined> {
  const reply = await zone.hostnames("GET", `?hostname=${encodeURIComponent(name)}`);
  const { result } = zone.read(reply, resultOf(z.array(Hostname)), "to list custom hostnames");
  return result.find(({ hostname }) => hostname === name);
}

/** @throws {ProviderRefusal} when the name is not accepted */
export async function createHostname(zone: Zone, name: string): Promise<Hostname> {
  const reply = await zone.hostnames("POST", "", { hostname: name, ssl: SSL });
  return zone.read(reply, resultOf(Hostname), name).result;
}

export async function readHostname(zone: Zone, id: string): Promise<Hostname | undefined> {
  const reply = await zone.hostnames("GET", `/${id}`);
  if (reply.status === 404) return undefined;
  return zone.read(reply, resultOf(Hostname), "to show the custom hostname").result;
}

/** Restarts validation. @returns whether the hostname still exists */
export async function checkAgain(zone: Zone, id: string): Promise<boolean> {
  const reply = await zone.hostnames("PATCH", `/${id}`, { ssl: SSL });
  if (reply.status === 404) return false;
  if (reply.status >= 400) zone.refuse(reply, "to check the custom hostname again");
  return true;
}

export async function deleteHostname(zone: Zone, id: string): Promise<void> {
  const reply = await zone.hostnames("DELETE", `/${id}`);
  if (reply.status >= 400 && reply.status !== 404)
    zone.refuse(reply, "to delete the custom hostname");
}
