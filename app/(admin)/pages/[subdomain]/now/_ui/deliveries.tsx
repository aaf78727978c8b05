import Link from "next/link";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { hasScreen } from "#app/(admin)/_shell/entries.ts";
import { ago } from "#app/(admin)/pages/[subdomain]/incidents/_ui/words.ts";
import { eventName } from "#app/(admin)/pages/[subdomain]/integrations/webhooks/_ui.tsx";
import type { LoggedCall } from "#lib/notifications/log/schema.ts";
import { Part } from "./part.tsx";

const COLOURS = {
  waiting: "text-muted",
  handed_over: "text-closed",
  failed: "text-major",
  quarantined: "text-muted",
  withdrawn: "text-muted",
};

/** Which webhooks were called last. */
export function Deliveries({ admin, calls }: { admin: Admin; calls: LoggedCall[] }) {
  const { t, page } = admin;
  return (
    <div className="text-sm">
      <Part title={t("admin_now.deliveries.title")} empty={t("admin_now.deliveries.none")}>
        {calls.map(({ id, event, state, url, inserted_at }) => (
          <li key={id} className="py-2">
            <p className="flex justify-between gap-3">
              <span className="min-w-0 truncate">{new URL(url).host}</span>
              <span className={`shrink-0 font-medium ${COLOURS[state]}`}>
                {t(`admin_deliveries.state.${state}`)}
              </span>
            </p>
            <p className="text-muted">
              {eventName(event, t)} · {ago(inserted_at, admin)}
            </p>
          </li>
        ))}
      </Part>
      {hasScreen("deliveries", admin) && (
        <Link
          href={`/pages/${page.subdomain}/deliveries`}
          className="mt-2 inline-flex items-center text-link hover:underline touch:min-h-11"
        >
          {t("admin_now.deliveries.all")}
        </Link>
      )}
    </div>
  );
}
