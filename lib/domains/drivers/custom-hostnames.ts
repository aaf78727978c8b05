import { z } from "zod";
import type { Access } from "#lib/domains/drivers/access.ts";
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

/** @throws {PutOff} for an answer that is not as the documentation has it */
function resultOf<T>({ body }: Answer, shape: z.ZodType<T>): T {
  const parsed = z.object({ result: shape }).safeParse(body);
  if (!parsed.success) throw new PutOff("cdn_a gave an odd answer; it is tried again.");
  return parsed.data.result;
}

/** The zone, as one step calls it. */
export class Zone {
  readonly #key: string;
  readonly id: string;

  constructor(key: string, id: string) {
    this.#key = key;
    this.id = id;
  }

  ask(request: Omit<Call, "url"> & { path: string }): Promise<Answer> {
    const { path, ...rest } = request;
    const headers = { authorization: `Bearer ${this.#key}` };
    const caller = { provider: "cdn_a" as const, headers, secret: this.#key };
    return call(caller, { ...rest, url: `${BASE}/zones${path}` });
  }

  hostnames(request: Omit<Call, "url"> & { path?: string }): Promise<Answer> {
    return this.ask({ ...request, path: `/${this.id}/custom_hostnames${request.path ?? ""}` });
  }

  /** @throws {Refused} */
  refuse(answer: Answer, what: string): never {
    const said = saying(messagesIn(answer.body).join("; "), this.#key);
    throw new Refused(`cdn_a refused ${what}: ${said || `HTTP ${answer.status}`}`);
  }

  saying(texts: readonly string[]): string {
    return saying(texts.join("; "), this.#key);
  }
}

/** @throws {Refused} when there is no such zone */
export async function openZone({ key, zone }: Access, known?: string): Promise<Zone> {
  if (key === "")
    throw new Refused("The API token of cdn_a is missing. Enter it in the integration.");
  if (known && (zone === known || !ZONE_ID.test(zone ?? ""))) return new Zone(key, known);
  if (!zone)
    throw new Refused(
      "The integration cdn_a names no zone. Enter the zone’s ID or domain in its field “domain”.",
    );
  if (ZONE_ID.test(zone)) return new Zone(key, zone);
  const looking = new Zone(key, "");
  const path = `?name=${encodeURIComponent(zone.toLowerCase())}`;
  const answer = await looking.ask({ method: "GET", path });
  const [found] = resultOf(answer, z.array(z.object({ id: z.string() })));
  if (!found) throw new Refused(`The API token of cdn_a sees no zone ${zone}.`);
  return new Zone(key, found.id);
}

/** What names point to: the zone's fallback origin, which is set where it has none. */
export async function targetOf(zone: Zone): Promise<string> {
  const path = "/fallback_origin";
  const answer = await zone.hostnames({ method: "GET", path });
  const shape = z.object({ origin: z.string().nullish() }).nullable();
  const set = answer.status === 200 ? resultOf(answer, shape)?.origin : null;
  if (set) return set;
  const origin = env().DOMAIN_TARGET;
  const made = await zone.hostnames({ method: "PUT", path, body: { origin } });
  if (made.status >= 400) zone.refuse(made, `${origin} as the zone’s fallback origin`);
  return origin;
}

export async function findHostname(zone: Zone, name: string): Promise<Hostname | undefined> {
  const path = `?hostname=${encodeURIComponent(name)}`;
  const answer = await zone.hostnames({ method: "GET", path });
  if (answer.status >= 400) zone.refuse(answer, "to list custom hostnames");
  return resultOf(answer, z.array(Hostname)).find(({ hostname }) => hostname === name);
}

/** @throws {Refused} for a name that it does not take */
export async function createHostname(zone: Zone, name: string): Promise<Hostname> {
  const body = { hostname: name, ssl: SSL };
  const answer = await zone.hostnames({ method: "POST", body });
  if (answer.status < 400) return resultOf(answer, Hostname);
  return zone.refuse(answer, name);
}

export async function readHostname(zone: Zone, id: string): Promise<Hostname | undefined> {
  const answer = await zone.hostnames({ method: "GET", path: `/${id}` });
  if (answer.status === 404) return undefined;
  if (answer.status >= 400) zone.refuse(answer, "to show the custom hostname");
  return resultOf(answer, Hostname);
}

/** Has what was given up on checked again. @returns whether it is still there */
export async function checkAgain(zone: Zone, id: string): Promise<boolean> {
  const answer = await zone.hostnames({ method: "PATCH", path: `/${id}`, body: { ssl: SSL } });
  if (answer.status === 404) return false;
  if (answer.status >= 400) zone.refuse(answer, "to check the custom hostname again");
  return true;
}

/** What is not there is deleted. */
export async function deleteHostname(zone: Zone, id: string): Promise<void> {
  const answer = await zone.hostnames({ method: "DELETE", path: `/${id}` });
  if (answer.status >= 400 && answer.status !== 404)
    zone.refuse(answer, "to delete the custom hostname");
}
