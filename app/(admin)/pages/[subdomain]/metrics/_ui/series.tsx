import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { reasonText } from "#app/(admin)/_shared/reasons.ts";
import { chooseSeriesAction } from "#app/(admin)/pages/[subdomain]/metrics/actions.ts";
import { findPullState, listSeriesOf } from "#lib/services/metric-imports/read.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";

type Props = { admin: Admin; metric: Metric };

/** When entries were last fetched, and what was against it. */
export async function LastPull({ admin, metric }: Props) {
  const { ctx, page, t, format } = admin;
  const pull = await findPullState(ctx, { subdomain: page.subdomain, metric_id: metric.id });
  if (!pull?.pulled_at) return null;
  const time = format.shortDateTime(pull.pulled_at);
  if (pull.last_error === null)
    return <p className="mb-6 text-muted text-sm">{t("admin_metrics.pull.worked", { time })}</p>;
  const reason = reasonText(pull.last_error, t);
  return (
    <p role="alert" className="note mb-6 text-major">
      {t("admin_metrics.pull.broke", { time, reason })}
    </p>
  );
}

export async function SeriesChoice({ admin, metric }: Props) {
  const { ctx, page, t } = admin;
  const { subdomain } = page;
  if (metric.integration_id === null) return null;
  const target = { subdomain, integration_id: metric.integration_id };
  const { series, reason } = await listSeriesOf(ctx, target);
  return (
    <Section title={t("admin_metrics.series.title")} text={t("admin_metrics.series.text")}>
      {reason !== null && <p className="note text-major">{reasonText(reason, t)}</p>}
      {reason === null && series.length === 0 && (
        <p className="note text-muted">{t("admin_metrics.series.none")}</p>
      )}
      <ul className="max-h-96 divide-y divide-line overflow-y-auto">
        {series.map(({ id, name }) => (
          <li key={id} className="flex items-center gap-3 py-1.5">
            <span className="min-w-0 flex-1 break-words text-sm">
              {name} <span className="text-muted">{id}</span>
            </span>
            <ActionForm
              action={chooseSeriesAction}
              hidden={{ subdomain, metric_id: metric.id, remote_id: id, remote_name: name }}
            >
              <Submit className="button">{t("admin_metrics.series.use")}</Submit>
            </ActionForm>
          </li>
        ))}
      </ul>
    </Section>
  );
}
