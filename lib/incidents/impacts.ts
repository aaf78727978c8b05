import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { bySeverity, type Severity } from "#lib/core/fields/severity.ts";
import { notAhead } from "#lib/core/fields/time.ts";
import { checkKnown } from "#lib/core/transaction/page-rows.queries.ts";
import type { Impact, Times } from "#lib/incidents/declared.ts";
import type { ImpactRow } from "#lib/incidents/impacts.queries.ts";
import type { GivenImpact } from "#lib/incidents/schema.ts";
import { chosenSeverity } from "#lib/incidents/types/rules.ts";
import { type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";

/** The impacts of an exact record, and the incident's own fields that follow from them. */
export type ExactRecord = Times & { service_ids: number[]; severity: Severity; impacts: Impact[] };

type Given = Partial<Times> & { service_ids?: readonly number[] };

function refuse(index: number, field: string, code: NonNullable<FieldErrors[string]>[number]) {
  return invalid({ [`impacts.${index}.${field}`]: [code] });
}

/** @throws {AppError} `invalid` on an end before the start, or an overlap */
function checkSpans(given: readonly GivenImpact[]): Impact[] {
  const impacts = given.map(({ service_id, type, starts_at, ends_at = null }, index): Impact => {
    if (ends_at !== null && ends_at < starts_at)
      throw refuse(index, "ends_at", { code: "ends_before_start" });
    return { service_id, type, starts_at, ends_at };
  });
  const sorted = [...impacts.entries()].sort(([, a], [, b]) =>
    a.service_id === b.service_id
      ? Number(a.starts_at > b.starts_at) - Number(a.starts_at < b.starts_at)
      : a.service_id - b.service_id,
  );
  for (const [place, [index, impact]] of sorted.entries()) {
    const [, before] = sorted[place - 1] ?? [];
    const isNext = before?.service_id === impact.service_id;
    if (isNext && (before.ends_at === null || before.ends_at > impact.starts_at))
      throw refuse(index, "starts_at", { code: "overlaps" });
  }
  return impacts;
}

/** @throws {AppError} `invalid` on a time ahead, or a maintenance without an end */
function checkMoments(impacts: readonly Impact[], severity: Severity): void {
  for (const [index, { starts_at, ends_at }] of impacts.entries()) {
    if (severity === "scheduled") {
      if (ends_at === null) throw refuse(index, "ends_at", { code: "blank" });
      continue;
    }
    const checked = notAhead(starts_at);
    if ("refusal" in checked) throw refuse(index, "starts_at", checked.refusal);
  }
}

/** @throws {AppError} `invalid` on an unknown type, or one of another kind */
async function severitiesIn(
  trx: Trx,
  grant: PageGrant,
  page: { settings: unknown },
  impacts: readonly Impact[],
): Promise<Map<string, Severity>> {
  const severities = new Map<string, Severity>();
  for (const [index, { type }] of impacts.entries()) {
    if (severities.has(type)) continue;
    const path = `impacts.${index}.type`;
    const severity = await chosenSeverity(trx, grant, page, type, path);
    const [known = severity] = severities.values();
    if ((known === "scheduled") !== (severity === "scheduled"))
      throw invalid({ [path]: [{ code: "wrong_kind" }] });
    severities.set(type, severity);
  }
  return severities;
}

function endOf(impacts: readonly Impact[]): string | null {
  const ends = impacts.map(({ ends_at }) => ends_at);
  return ends.includes(null) ? null : (ends.map(String).sort().at(-1) ?? null);
}

/**
 * Checks an exact record. Fields sent with it must not contradict it.
 * @param now the incident as it is: a field that repeats it is left out of account
 * @throws {AppError} `invalid`
 */
export async function checkImpacts(
  trx: Trx,
  grant: PageGrant,
  page: { settings: unknown },
  given: readonly GivenImpact[],
  { sent, now = {} }: { sent: Given; now?: Given },
): Promise<ExactRecord> {
  const impacts = checkSpans(given);
  const service_ids = [...new Set(impacts.map(({ service_id }) => service_id))];
  await checkKnown(trx, grant, service_ids, "impacts");
  const severities = await severitiesIn(trx, grant, page, impacts);
  const starts_at = impacts.map((impact) => impact.starts_at).sort()[0] ?? "";
  const ends_at = endOf(impacts);
  const last = impacts
    .filter((impact) => impact.ends_at === ends_at)
    .map(({ type }) => ({ type, severity: severities.get(type) ?? ("major" as const) }))
    .sort((a, b) => bySeverity(a.severity, b.severity))[0];
  const { type = "", severity = "major" } = last ?? {};
  checkMoments(impacts, severity);
  const record = { type, severity, starts_at, ends_at, service_ids, impacts };
  const isSame = (one: unknown, other: unknown) =>
    JSON.stringify(Array.isArray(one) ? one.toSorted() : one) ===
    JSON.stringify(Array.isArray(other) ? other.toSorted() : other);
  for (const field of ["type", "starts_at", "ends_at", "service_ids"] as const) {
    const value = sent[field];
    if (value === undefined || isSame(value, record[field]) || isSame(value, now[field])) continue;
    throw invalid({ [field]: [{ code: "contradicts_impacts" }] });
  }
  return { ...record, impacts: impacts.filter((one) => one.ends_at !== one.starts_at) };
}

/** Whether a client sends back what it read. */
export function areCurrent(given: readonly GivenImpact[], current: readonly ImpactRow[]): boolean {
  const textOf = ({ service_id, type, starts_at, ends_at = null }: GivenImpact) =>
    JSON.stringify([service_id, starts_at, ends_at, type]);
  return given.map(textOf).sort().join() === current.map(textOf).sort().join();
}
