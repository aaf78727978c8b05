import { randomBytes } from "node:crypto";
import { z } from "zod";
import {
  type ConfigFields,
  type DomainTask,
  type Driver,
  Postponed,
  type Progress,
} from "#lib/domains/driver.ts";
import { findAccess, findSavedAccess } from "#lib/domains/drivers/access.ts";
import {
  Account,
  addHostname,
  deleteZone,
  findZone,
  hostOf,
  makeZone,
  type PullZone,
  readZone,
} from "#lib/domains/drivers/cdn-b-client.ts";
import { configFields, failing, ProviderRefusal, removing } from "#lib/domains/drivers/provider.ts";
import { now } from "#lib/platform/clock.ts";

const AGAIN_MS = 3_000;
const LOOK_MS = 6 * 3_600_000;
const CERTIFICATE_LIMIT_MS = 60_000;
const MAX_NAME = 40;

const State = z.looseObject({
  /** Saved before the zone is created: one with this name and our origin is ours. */
  zone_name: z.string().optional(),
  zone_id: z.int().optional(),
  target: z.string().optional(),
  /** First request, number of requests and next request of the certificate, in ms. */
  asking_since: z.number().optional(),
  asked: z.number().default(0),
  ask_at: z.number().default(0),
});
type State = z.infer<typeof State>;

/** Zone names are unique among all customers of the provider. */
function newZoneName(name: string): string {
  const readable = name.replace(/[^a-z0-9]+/g, "-").slice(0, MAX_NAME);
  return `${readable}-${randomBytes(5).toString("hex")}`;
}

const FIRST_MS = 600_000;
const DAY_MS = 86_400_000;

/**
 * Delay between certificate requests: 3 to 10 s, a minute after ten minutes, ten minutes after a
 * day.
 */
function certificatePause(asked: number, since_ms: number): number {
  if (since_ms < FIRST_MS) return Math.min(AGAIN_MS * 1.5 ** asked, 10_000);
  return since_ms < DAY_MS ? 60_000 : 600_000;
}

function fieldsOf({ name }: Pick<DomainTask, "name">, { target, zone_id }: State): ConfigFields {
  const cname = target ? { hostname_cname_value: target } : {};
  const external_id = zone_id === undefined ? null : String(zone_id);
  return configFields({
    hostname_cname_name: name,
    ...cname,
    external_id,
    pullzone_id: zone_id ?? null,
  });
}

type ZoneTask = { task: DomainTask; account: Account; state: State };
type Later = (changes: Partial<State>, again_ms: number) => Progress;

/** The request fails until DNS leads to the provider. */
async function askForCertificate(
  { task, account, state }: ZoneTask,
  later: Later,
): Promise<Progress> {
  const at = now().getTime();
  const since = state.asking_since ?? at;
  if (state.ask_at > at) return later({}, Math.min(state.ask_at - at, FIRST_MS));
  const path = `/loadFreeCertificate?hostname=${encodeURIComponent(task.name)}`;
  const answer = await account.ask({ method: "GET", path, timeout_ms: CERTIFICATE_LIMIT_MS });
  if (answer.status < 400) return later({ asking_since: since, asked: 0, ask_at: 0 }, 0);
  const pause = certificatePause(state.asked, at - since);
  const asked = state.asked + 1;
  return later({ asking_since: since, asked, ask_at: at + pause }, pause);
}

async function complete(zoneTask: ZoneTask, zone: PullZone, later: Later): Promise<Progress> {
  const { task, account, state } = zoneTask;
  const host = hostOf(zone, task.name);
  if (!host) {
    await addHostname(account, zone.Id, task.name);
    return later({}, 0);
  }
  if (!host.HasCertificate) return askForCertificate(zoneTask, later);
  if (!host.ForceSSL) {
    const body = { Hostname: task.name, ForceSSL: true };
    const answer = await account.ask({ method: "POST", path: `/${zone.Id}/setForceSSL`, body });
    if (answer.status >= 400) throw new Postponed("cdn_b does not redirect to HTTPS yet.");
  }
  return { kind: "active", state, fields: fieldsOf(task, state), again_ms: LOOK_MS };
}

async function step(task: DomainTask): Promise<Progress> {
  const known = State.parse(task.state);
  const access = await findAccess(task, "cdn_b");
  if (!access) throw new ProviderRefusal("The page has no integration cdn_b that is switched on.");
  const account = new Account(access.key);
  const state = { ...known, access: access.saved };
  const later: Later = (changes, again_ms) => {
    const changed = { ...state, ...changes };
    return { kind: "waiting", state: changed, fields: fieldsOf(task, changed), again_ms };
  };
  const restart = () =>
    later({ zone_name: newZoneName(task.name), zone_id: undefined, target: undefined }, 0);
  if (state.zone_name === undefined) return restart();
  if (state.zone_id === undefined) {
    const made = await makeZone(account, state.zone_name);
    if (!made) return restart();
    const system = made.Hostnames?.find(({ IsSystemHostname }) => IsSystemHostname);
    const target = system?.Value ?? `${state.zone_name}.b-cdn.net`;
    return later({ zone_id: made.Id, target }, 0);
  }
  const zone = await readZone(account, state.zone_id);
  return zone ? complete({ task, account, state }, zone, later) : restart();
}

async function remove(task: DomainTask): Promise<void> {
  const { zone_name, zone_id } = State.parse(task.state);
  if (zone_name === undefined) return;
  const access = await findSavedAccess(task, "cdn_b");
  if (!access) throw new Postponed("There are no credentials for cdn_b any more.");
  const account = new Account(access.key);
  const id = zone_id ?? (await findZone(account, zone_name))?.Id;
  if (id !== undefined) await deleteZone(account, id);
}

export const cdnB: Driver = {
  advance: failing(step, (task) => fieldsOf(task, State.parse(task.state))),
  remove: removing(remove),
};
