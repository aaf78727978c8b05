import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings, UpdateStatusPage } from "#lib/pages/schema.ts";

const FIELDS = new Map(Object.entries(UpdateStatusPage.shape));

/** Settings with what was chosen of them; what is not valid, or half typed, stays as it was. */
export function withChosen(settings: Settings, chosen: object): Settings {
  const valid = Object.entries(chosen).flatMap(([name, value]) => {
    const parsed = name in settings ? FIELDS.get(name)?.safeParse(value) : undefined;
    return parsed?.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
  });
  return { ...settings, ...Object.fromEntries(valid) };
}

/**
 * What a page's settings would be with these changes, saved nowhere.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function previewSettings(
  ctx: Context,
  target: PageTarget,
  chosen: object,
): Promise<Settings> {
  const grant = await authorize(ctx, "status_page.write", target);
  const { settings } = await getStatusPageRow(ctx.db, grant);
  return withChosen(parseSettings(settings), chosen);
}
