import { fieldMarks } from "#lib/core/forms/conflicts.ts";
import { idsIn, momentIn, textIn } from "#lib/core/forms/read.ts";
import type { Incident } from "#lib/incidents/schema.ts";

type Impacts = Incident["impacts"];
type Span = Omit<Impacts[number], "service_id">;

/** Services that suffered alike. */
export type CourseRow = Span & { service_ids: number[] };

export function rowsOf(impacts: Impacts): CourseRow[] {
  const keyOf = ({ type, starts_at, ends_at }: Span) => [starts_at, ends_at, type].join();
  return [...Map.groupBy(impacts, keyOf).values()].flatMap((alike) => {
    const service_ids = alike.map(({ service_id }) => service_id);
    return alike.slice(0, 1).map(({ service_id: _, ...span }) => ({ ...span, service_ids }));
  });
}

/** Differs where anything of them does but their order. */
export function markOf(impacts: readonly Partial<Impacts[number]>[]): string {
  const lines = impacts.map(({ service_id, type, starts_at, ends_at = null }) =>
    JSON.stringify([service_id, type, starts_at, ends_at]),
  );
  return fieldMarks({ impacts: lines.toSorted() });
}

const ROW = /^impacts\.(\d+)\./;

function impactsInRow(form: FormData, path: string): Partial<Impacts[number]>[] {
  const span = {
    type: textIn(form, `${path}type`),
    starts_at: momentIn(form, `${path}starts_at`),
    ends_at: momentIn(form, `${path}ends_at`) ?? null,
  };
  const ids = idsIn(form, `${path}service_ids`);
  if (ids.length > 0) return ids.map((service_id) => ({ service_id, ...span }));
  return span.starts_at || span.ends_at ? [span] : [];
}

/** Undefined: the form shows no rows, or they are as they were shown. Blank rows are none. */
export function impactsIn(form: FormData) {
  const shown = textIn(form, "impacts.shown");
  if (shown === undefined) return undefined;
  const rows = new Set([...form.keys()].flatMap((name) => ROW.exec(name)?.[0] ?? []));
  const impacts = [...rows].flatMap((path) => impactsInRow(form, path));
  if (markOf(impacts) === shown) return undefined;
  return impacts.length > 0 ? impacts : [{}];
}
