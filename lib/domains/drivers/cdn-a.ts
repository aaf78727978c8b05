import { z } from "zod";
import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import {
  type ConfigFields,
  type DomainTask,
  type Driver,
  Postponed,
  type Progress,
} from "#lib/domains/driver.ts";
import { findAccess, findSavedAccess } from "#lib/domains/drivers/access.ts";
import {
  checkAgain,
  createHostname,
  deleteHostname,
  findHostname,
  type Hostname,
  openZone,
  readHostname,
  targetOf,
  type Zone,
} from "#lib/domains/drivers/cdn-a-client.ts";
import { configFields, failing, ProviderRefusal, removing } from "#lib/domains/drivers/provider.ts";
import { isHostnameKnown } from "#lib/domains/queries.ts";

const AGAIN_MS = 3_000;
const LOOK_MS = 6 * 3_600_000;
const FAILED_STATUSES = new Set(["blocked", "moved", "deleted", "expired"]);

const State = z.looseObject({
  zone_id: z.string().optional(),
  target: z.string().optional(),
  /** Saved before a hostname is created: one found afterwards is ours. */
  is_begun: z.boolean().default(false),
  hostname_id: z.string().optional(),
  /** Whether somebody else created it: then it is never deleted. */
  is_theirs: z.boolean().default(false),
  has_failed: z.boolean().default(false),
  records: z.record(z.string(), z.string()).default({}),
});
type State = z.infer<typeof State>;

/** Known records stay visible after the provider stops listing them. */
function recordsOf(hostname: Hostname, state: State): State["records"] {
  const { ownership_verification: owner, ssl } = hostname;
  const asked = (ssl?.validation_records ?? []).filter(
    ({ txt_name, txt_value, status }) => txt_name && txt_value && status !== "active",
  );
  const names = new Set(asked.map(({ txt_name }) => txt_name ?? ""));
  // Each of several certificates has its own value, one per line.
  const certificate = asked.length > 0 && {
    certificate_txt_name: [...names].join("\n"),
    certificate_txt_value: [...new Set(asked.map(({ txt_value }) => txt_value))].join("\n"),
  };
  return {
    ...state.records,
    ...(owner?.name && owner.value
      ? { hostname_txt_name: owner.name, hostname_txt_value: owner.value }
      : {}),
    ...certificate,
  };
}

function fieldsOf({ name }: Pick<DomainTask, "name">, state: State): ConfigFields {
  const { target, records, hostname_id } = state;
  const cname = target ? { hostname_cname_name: name, hostname_cname_value: target } : {};
  return configFields({ ...records, ...cname, external_id: hostname_id ?? null });
}

/** Why it will not become active; null: it still may. */
function failureReasons({ status = "", verification_errors, ssl }: Hostname): string[] | null {
  const of_ssl = ssl?.status ?? "";
  const lost = [status, of_ssl].find(
    (one) => FAILED_STATUSES.has(one) || one.endsWith("_timed_out"),
  );
  if (lost === undefined) return null;
  const errors = [
    ...(verification_errors ?? []),
    ...(ssl?.validation_errors ?? []).flatMap(({ message }) => message ?? []),
  ];
  return errors.length > 0 ? errors : [lost.replaceAll("_", " ")];
}

function progressOf(task: DomainTask, zone: Zone, before: State, hostname: Hostname): Progress {
  const records = recordsOf(hostname, before);
  const state = { ...before, hostname_id: hostname.id, has_failed: false, records };
  const fields = fieldsOf(task, state);
  const loss = failureReasons(hostname);
  if (loss) {
    const error = `cdn_a gave up on ${task.name}: ${zone.redact(loss)}`;
    return { kind: "failed", state, fields, error };
  }
  const isActive = hostname.status === "active" && hostname.ssl?.status === "active";
  if (isActive) return { kind: "active", state, fields, again_ms: LOOK_MS };
  return { kind: "waiting", state, fields, again_ms: AGAIN_MS };
}

async function isKnown(task: DomainTask, hostname_id: string, isLeaving: boolean) {
  const db = database();
  const grant = authorizeProgram(systemContext(db, "set-up-domains"));
  return isHostnameKnown(db, grant, { ...task, hostname_id }, { isLeaving });
}

async function step(task: DomainTask): Promise<Progress> {
  const known = State.parse(task.state);
  const access = await findAccess(task, "cdn_a");
  if (!access) throw new ProviderRefusal("The page has no integration cdn_a that is switched on.");
  const zone = await openZone(access, known.zone_id);
  const target = (!known.has_failed && known.target) || (await targetOf(zone));
  const state = { ...known, zone_id: zone.id, target, access: access.saved };
  const later = (changes: Partial<State>, again_ms: number): Progress => {
    const changed = { ...state, ...changes };
    return { kind: "waiting", state: changed, fields: fieldsOf(task, changed), again_ms };
  };
  const { hostname_id: id, has_failed, is_begun } = state;
  if (id && has_failed) {
    const isThere = await checkAgain(zone, id);
    return later({ has_failed: false, ...(!isThere && { hostname_id: undefined }) }, AGAIN_MS);
  }
  const hostname = id ? await readHostname(zone, id) : undefined;
  if (hostname) return progressOf(task, zone, state, hostname);
  const found = await findHostname(zone, task.name);
  if (found) {
    // A hostname of a domain that is still being removed is ours again.
    const is_theirs = !is_begun && !(await isKnown(task, found.id, true));
    return progressOf(task, zone, { ...state, is_begun: !is_theirs, is_theirs }, found);
  }
  if (!is_begun) return later({ is_begun: true, is_theirs: false, hostname_id: undefined }, 0);
  return create(task, zone, state);
}

/** After a refusal a hostname found later is somebody else's. */
async function create(task: DomainTask, zone: Zone, state: State): Promise<Progress> {
  try {
    const made = await createHostname(zone, task.name);
    return progressOf(task, zone, { ...state, is_theirs: false, records: {} }, made);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    const changed = { ...state, is_begun: false };
    const fields = fieldsOf(task, changed);
    return { kind: "failed", state: changed, fields, error: error.message };
  }
}

async function remove(task: DomainTask): Promise<void> {
  const state = State.parse(task.state);
  if (state.is_theirs || !state.is_begun) return;
  const access = await findSavedAccess(task, "cdn_a");
  if (!access) throw new Postponed("There are no credentials for cdn_a any more.");
  const zone = await openZone(access, state.zone_id);
  const id = state.hostname_id ?? (await findHostname(zone, task.name))?.id;
  // A new request for the name reuses a hostname that was not deleted in time.
  if (id && !(await isKnown(task, id, false))) await deleteHostname(zone, id);
}

/** Custom hostnames of a zone: three records, a certificate validated by DNS. */
export const cdnA: Driver = {
  advance: failing(step, (task) => fieldsOf(task, State.parse(task.state))),
  remove: removing(remove),
};
