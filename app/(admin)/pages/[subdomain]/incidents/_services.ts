import { listServiceRows } from "#lib/public-page/queries.ts";
import { outline } from "#lib/services/outline.ts";
import type { Admin } from "../../../_open.ts";
import type { Choice } from "./_ui/service-picker.tsx";

/** The page's services as the picker wants them. */
export async function readChoices({ ctx, grant }: Admin): Promise<Choice[]> {
  const services = outline(await listServiceRows(ctx.db, grant));
  return services.map(({ id, parent_id, name, depth, private: isPrivate }) => ({ id, parent_id, name, depth, private: isPrivate }));
}

/** A wire time as a `datetime-local` field shows it in a zone: `2026-11-20T14:02`, with seconds where it has some. */
export function localTime(time: string, zone: string): string {
  const local = Temporal.Instant.from(`${time}Z`).toZonedDateTimeISO(zone).toPlainDateTime();
  return local.toString({ smallestUnit: local.second === 0 ? "minute" : "second" });
}
