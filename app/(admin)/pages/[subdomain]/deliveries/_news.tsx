import Link from "next/link";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import type { UpdateLog } from "#lib/notifications/log/read.ts";

const PARTS = ["handed_over", "waiting", "quarantined", "withdrawn"] as const;

/** How many heard of an update, and what became of their messages, each with its list. */
export function News({ event_id, counts, admin }: UpdateLog & { admin: Admin }) {
  const { t, page } = admin;
  const log = `/pages/${page.subdomain}/deliveries?event_id=${event_id}&channel=subscribers`;
  if (!counts)
    return (
      <Link href={log} className="text-link hover:underline">
        {t("admin_deliveries.news.show")}
      </Link>
    );
  const { planned } = counts;
  const title = t("admin_deliveries.news.title", { count: planned });
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      <li>
        {planned === 0 ? (
          <span className="text-muted">{title}</span>
        ) : (
          <Link href={log} className="font-medium text-link hover:underline">
            {title}
          </Link>
        )}
      </li>
      {PARTS.filter((state) => counts[state] > 0).map((state) => (
        <li key={state}>
          <Link href={`${log}&state=${state}`} className="text-link hover:underline">
            {t(`admin_deliveries.news.${state}`, { count: counts[state] })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
