import { z } from "zod";
import type { DomainTask, Driver, Progress, Shown } from "#lib/domains/driver.ts";
import { findAccess, findFormerAccess } from "#lib/domains/drivers/access.ts";
import { failing, removing, showing } from "#lib/domains/drivers/advancing.ts";
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
} from "#lib/domains/drivers/custom-hostnames.ts";
import { Refused } from "#lib/domains/drivers/provider.ts";
import { PutOff } from "#lib/domains/put-off.ts";

const AGAIN_MS = 3_000;
const LOOK_MS = 6 * 3_600_000;
const LOST = new Set(["blocked", "moved", "deleted", "expired"]);

const State = z.looseObject({
  zone_id: z.string().optional(),
  /** What names have to point to. */
  target: z.string().optional(),
  /** Noted before a hostname is made: one that is there then is ours. */
  is_begun: z.boolean().default(false),
  hostname_id: z.string().optional(),
  /** Whether somebody else had made it: then it stays. */
  is_theirs: z.boolean().default(false),
  has_failed: z.boolean().default(false),
  records: z.record(z.string(), z.string()).default({}),
});
type State = z.infer<typeof State>;

/** Records that became known stay shown once they are not asked for any more. */
function recordsOf(hostname: Hostname, state: State): State["records"] {
  const { ownership_verification: owner, ssl } = hostname;
  const asked = (ssl?.validation_records ?? []).filter(
    ({ txt_name, txt_value, status }) => txt_name && txt_value && status !== "active",
  );
  const names = new Set(asked.map(({ txt_name }) => txt_name ?? ""));
  // Of several certificates each has a value of its own: one on a line.
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

function shownOf({ name }: Pick<DomainTask, "name">, state: State): Shown {
  const { target, records, hostname_id } = state;
  const cname = target ? { hostname_cname_name: name, hostname_cname_value: target } : {};
  return showing({ ...records, ...cname, external_id: hostname_id ?? null });
}

/** Why it will not become active by itself; null: it may. What is not known may. */
function lossOf({ status = "", verification_errors, ssl }: Hostname): string[] | null {
  const of_ssl = ssl?.status ?? "";
  const lost = [status, of_ssl].find((one) => LOST.has(one) || one.endsWith("_timed_out"));
  if (lost === undefined) return null;
  const errors = [
    ...(verification_errors ?? []),
    ...(ssl?.validation_errors ?? []).flatMap(({ message }) => message ?? []),
  ];
  return errors.length > 0 ? errors : [lost.replaceAll("_", " ")];
}

function judged(task: DomainTask, zone: Zone, before: State, hostname: Hostname): Progress {
  const records = recordsOf(hostname, before);
  const state = { ...before, hostname_id: hostname.id, has_failed: false, records };
  const shown = shownOf(task, state);
  const loss = lossOf(hostname);
  if (loss) {
    const error = `cdn_a gave up on ${task.name}: ${zone.saying(loss)}`;
    return { kind: "failed", state, shown, error };
  }
  const isActive = hostname.status === "active" && hostname.ssl?.status === "active";
  if (isActive) return { kind: "active", state, shown, again_ms: LOOK_MS };
  return { kind: "waiting", state, shown, again_ms: AGAIN_MS };
}

async function step(task: DomainTask): Promise<Progress> {
  const known = State.parse(task.state);
  const access = await findAccess(task, "cdn_a");
  if (!access) throw new Refused("The page has no integration cdn_a that is switched on.");
  const zone = await openZone(access, known.zone_id);
  const target = (!known.has_failed && known.target) || (await targetOf(zone));
  const state = { ...known, zone_id: zone.id, target, access: access.kept };
  const later = (changes: Partial<State>, again_ms: number): Progress => {
    const changed = { ...state, ...changes };
    return { kind: "waiting", state: changed, shown: shownOf(task, changed), again_ms };
  };
  const { hostname_id: id, has_failed, is_begun } = state;
  if (id && has_failed) {
    const isThere = await checkAgain(zone, id);
    return later({ has_failed: false, ...(!isThere && { hostname_id: undefined }) }, AGAIN_MS);
  }
  const hostname = id ? await readHostname(zone, id) : undefined;
  if (hostname) return judged(task, zone, state, hostname);
  const found = await findHostname(zone, task.name);
  if (found) return judged(task, zone, { ...state, is_theirs: !is_begun }, found);
  if (!is_begun) return later({ is_begun: true, hostname_id: undefined }, 0);
  const made = await createHostname(zone, task.name);
  return judged(task, zone, { ...state, is_theirs: false, records: {} }, made);
}

async function remove(task: DomainTask): Promise<void> {
  const state = State.parse(task.state);
  if (state.is_theirs || !state.is_begun) return;
  const access = await findFormerAccess(task, "cdn_a");
  if (!access) throw new PutOff("There are no credentials for cdn_a any more.");
  const zone = await openZone(access, state.zone_id);
  const id = state.hostname_id ?? (await findHostname(zone, task.name))?.id;
  if (id) await deleteHostname(zone, id);
}

/** Custom hostnames of a zone: three records, a certificate validated by DNS. */
export const cdnA: Driver = {
  advance: failing(step, (task) => shownOf(task, State.parse(task.state))),
  remove: removing(remove),
};
