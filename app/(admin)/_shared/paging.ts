import { found } from "#app/(admin)/_shared/open.ts";
import type { Listed, Slice } from "#db/keyset.ts";
import { Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { env } from "#lib/platform/config/env.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

export type Cursor = { after?: string; before?: string };

/** How many rows the screen shows, where that is not as many as usual. */
type Asked = Cursor & { limit?: string };

export function relative(link: string | null): string | null {
  if (!link) return null;
  const { pathname, search } = new URL(link);
  return pathname + search;
}

async function read<Row>(
  path: string,
  { after, before, limit }: Asked,
  list: (slice: Slice) => Promise<Listed<Row>>,
) {
  const address = new URL(path, env().APP_URL);
  if (after) address.searchParams.set("after", after);
  if (before) address.searchParams.set("before", before);
  const asked = Pagination.safeParse({ after, before, limit });
  if (!asked.success) throw new AppError("bad_request", "The cursor is not valid");
  const slice = sliceFrom(asked.data, address.href);
  const { rows, ...envelope } = await list(slice);
  const { links, meta } = pageLinks(address.href, envelope);
  const [newer, older] = [relative(links.prev), relative(links.next)];
  return { rows, total_count: meta.total_count, newer, older };
}

/**
 * One screen of a list, and the addresses of its neighbours; a cursor that is not ours is a 404.
 * @param path of the screen, with what narrows its list
 */
export function readScreen<Row>(
  path: string,
  cursor: Asked,
  list: (slice: Slice) => Promise<Listed<Row>>,
) {
  return found(read(path, cursor, list));
}
