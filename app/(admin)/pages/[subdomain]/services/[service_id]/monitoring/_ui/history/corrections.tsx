import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { undoCorrectionAction } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/history/actions.ts";
import { CorrectionForm } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/history/correction-form.tsx";
import type { Watched } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/watched.ts";
import { adjacentDay, dayOf, later, wireNow } from "#lib/platform/clock.ts";
import { listDayCorrections } from "#lib/services/uptime-corrections/change.ts";
import type { DayCorrection } from "#lib/services/uptime-corrections/schema.ts";

type Props = Pick<Watched, "admin" | "target">;

function Said({ admin, said }: { admin: Watched["admin"]; said: DayCorrection }) {
  const { t, format, page } = admin;
  const { starts_at, ends_at, downtime_seconds, ignore_checks, reason } = said;
  const first = dayOf(starts_at, page.time_zone);
  const last = dayOf(later(ends_at, -1), page.time_zone);
  const days = first === last ? format.calendarDay(first) : format.calendarDays(first, last);
  const parts = [
    downtime_seconds !== null &&
      t("admin_history.counts", { duration: format.duration(downtime_seconds) }),
    ignore_checks && t("admin_history.ignored"),
  ];
  return (
    <p className="min-w-0 flex-1 text-sm">
      <b className="font-medium">{t("joined.label", { label: days, value: "" })}</b>
      {parts.filter((part) => part !== false).join(" · ")}
      <span className="block break-words text-muted">{reason}</span>
    </p>
  );
}

/** Days that an operator corrected, each to be taken back, and a form for one more. */
export async function Corrections({ admin, target }: Props) {
  const { t, ctx, page, may, locale } = admin;
  const corrections = await listDayCorrections(ctx, target);
  const mayWrite = may("uptime.write");
  if (!mayWrite && corrections.length === 0) return null;
  const { subdomain, service_id } = target;
  const yesterday = adjacentDay(dayOf(wireNow(), page.time_zone), -1);
  return (
    <Section title={t("admin_history.corrections")} text={t("admin_history.corrections_text")}>
      <ul className="-mt-2 divide-y divide-line empty:hidden">
        {corrections.map((said) => (
          <li key={said.day} className="flex items-start gap-3 py-2">
            <Said admin={admin} said={said} />
            {mayWrite && (
              <ActionForm
                action={undoCorrectionAction}
                hidden={{ subdomain, service_id, day: said.day }}
              >
                <Submit className="button">{t("admin_history.undo")}</Submit>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
      {mayWrite && (
        <AreaTexts locale={locale} areas={["admin_history"]}>
          <CorrectionForm {...{ subdomain, service_id, yesterday }} />
        </AreaTexts>
      )}
    </Section>
  );
}
