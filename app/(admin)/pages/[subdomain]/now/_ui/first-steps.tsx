import { Circle, CircleCheck } from "lucide-react";
import Link from "next/link";
import type { Admin } from "#app/(admin)/_open.ts";
import { hasScreen } from "#app/(admin)/_shell/entries.ts";
import { getCheckList } from "#lib/check-list/read.ts";
import { DAY_SECONDS, secondsBetween } from "#lib/clock.ts";

const SCREENS = {
  services: "services",
  logo: "appearance",
  subscribers: "subscribers",
  domain: "access",
  publish: "settings",
};

const NEW_DAYS = 14;

/** What a new page still needs; later only what it cannot do without. */
export async function FirstSteps({ admin }: { admin: Admin }) {
  const { ctx, page, now, t } = admin;
  const steps = await getCheckList(ctx, page);
  const isNew = secondsBetween(page.inserted_at, now) < NEW_DAYS * DAY_SECONDS;
  const isNeeded = ({ step }: (typeof steps)[number]) => step === "services" || step === "publish";
  if (!steps.some((each) => !each.done && (isNew || isNeeded(each)))) return null;
  return (
    <section aria-labelledby="first-steps" className="note">
      <h2 id="first-steps" className="mb-1 font-semibold">
        {t("admin_now.first.title")}
      </h2>
      <ul>
        {steps.map(({ step, done }) => {
          const text = t(`admin_now.first.${step}`);
          const Icon = done ? CircleCheck : Circle;
          const path = SCREENS[step];
          return (
            <li key={step} className="flex min-h-9 items-center gap-2 touch:min-h-11">
              <Icon
                size={16}
                aria-hidden
                className={`shrink-0 ${done ? "text-closed" : "text-muted"}`}
              />
              {done && <span className="sr-only">{t("admin_now.first.done")}:</span>}
              {hasScreen(path, admin) && !done ? (
                <Link
                  href={`/pages/${page.subdomain}/${path}`}
                  className="text-link hover:underline"
                >
                  {text}
                </Link>
              ) : (
                <span className={done ? "text-muted" : ""}>{text}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
