import { dataRoute } from "#app/(public)/_data.ts";
import { iconOf } from "#app/(public)/_ui/icon.ts";
import type { Declared } from "#lib/core/routes/route.ts";
import { contentTypeOf, loadImage } from "#lib/pages/images/images.ts";
import type { StoredImage } from "#lib/pages/images/schema.ts";
import { drawIcon } from "#lib/site/picture/icon.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";

/** The page's state as a picture. */
export function stateIcon({ by_id, state }: Snapshot): string {
  return iconOf(state?.severity ?? (by_id.size > 0 ? "none" : "unknown"));
}

type Drawn = { fileOf: (favicon: StoredImage) => string; size: number };

/** Where programs look for an icon without reading the page: the operator's, else the state. */
export function iconRoute(route: Declared<"image", never, never>, { fileOf, size }: Drawn) {
  return dataRoute(route, async (ctx, { subdomain }) => {
    const { snapshot } = await loadSnapshot(ctx, { subdomain });
    const { favicon } = snapshot.page.settings;
    if (!favicon) return { type: "image/png", body: await drawIcon(stateIcon(snapshot), size) };
    const file = fileOf(favicon);
    const body = new Uint8Array(await loadImage(ctx, { subdomain, file }));
    return { type: contentTypeOf(file), body };
  });
}
