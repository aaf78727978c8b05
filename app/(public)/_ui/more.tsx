import type { Unlisted } from "#lib/site/snapshot/activity.ts";
import type { View } from "#lib/site/view/view.ts";
import { href } from "#lib/site/words/visitor.ts";

/** Where everything of a kind is listed: what goes on, on the page of today. */
function placeOf(kind: keyof Unlisted, { visit, snapshot, f }: View): string {
  const lists = `/api/v2/status_pages/${snapshot.page.subdomain}`;
  if (kind === "notices") return `${lists}/info_notices`;
  if (kind === "upcoming_maintenances") return `${lists}/incidents`;
  return href(visit, `/history/${f.day(snapshot.as_of)}`);
}

/** How much of a kind is not shown here, and the way to it. */
export function More({ of, count, view }: { of: keyof Unlisted; count: number; view: View }) {
  if (count === 0) return null;
  return (
    <p className="meta">
      <a href={placeOf(of, view)}>{view.t(`public.more.${of}`, { count })}</a>
    </p>
  );
}
