import { percentUp } from "#lib/services/check-history/sums.ts";
import { WEIGHTS } from "#lib/services/uptime/uptime.ts";
import type { Explained } from "#lib/site/uptime/read.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized } from "#lib/site/words/localized.ts";
import { ChoiceForm } from "./choice.tsx";

type Props = { explained: Explained; view: View };

/** The days to be explained, to be changed. */
export function UptimeRange({ explained: { service, range }, view }: Props) {
  const { t, f, snapshot } = view;
  const today = f.day(snapshot.as_of);
  return (
    <ChoiceForm path={`/services/${service.id}/uptime`} view={view}>
      {(["from", "to"] as const).map((end) => (
        <label key={end}>
          {t(`history.uptime.${end}`)}
          <input type="date" name={end} defaultValue={range[end]} max={today} required />
        </label>
      ))}
    </ChoiceForm>
  );
}

/** The figure with the sum that makes it. */
export function Figure({ explained: { uptime }, view }: Props) {
  const { t, f } = view;
  if (uptime.percent === null) return <p className="figure">{t("history.uptime.unknown")}</p>;
  const parts = [
    [t("history.uptime.title"), f.percent(uptime.percent)],
    [t("history.uptime.downtime"), f.duration(uptime.downtime_seconds)],
    [t("history.uptime.time"), f.duration(uptime.elapsed_seconds)],
  ] as const;
  return (
    <>
      <dl className="figure">
        {parts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="meta">
        {t("history.uptime.counts_from", {
          from: f.dateTime(uptime.starts_at),
          to: f.dateTime(uptime.ends_at),
        })}
        {` ${t("history.uptime.format")}`}
      </p>
    </>
  );
}

/** Uptime by the service's checks alone. */
export function ByChecks({ explained: { checks }, view }: Props) {
  const { t, f } = view;
  if (checks === null) return null;
  const { up, down } = checks.counts;
  const percent = percentUp(checks.counts);
  return (
    <section aria-labelledby="checks">
      <h2 id="checks">{t("checks.title")}</h2>
      <dl className="figure">
        <div>
          <dt>{t("checks.of", { up, total: up + down })}</dt>
          <dd>{percent === null ? t("history.uptime.unknown") : f.percent(percent)}</dd>
        </div>
      </dl>
      <p className="meta">{t("checks.rule")}</p>
    </section>
  );
}

/** The formula in words. */
export function Rules({ explained: { service }, view }: Props) {
  const { t, visit, snapshot, f } = view;
  const zone = snapshot.page.time_zone.replaceAll("_", " ");
  const name = localized(service, "name", visit);
  const count = service.children.length;
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">{t("history.uptime.rules")}</h2>
      <ul className="rules">
        <li>{t("history.uptime.rule_time", { zone })}</li>
        <li>{t("history.uptime.rule_weights", { minor: f.share(WEIGHTS.minor) })}</li>
        <li>{t("history.uptime.rule_once")}</li>
        {count > 0 && <li>{t("history.uptime.rule_children", { name, count })}</li>}
      </ul>
    </section>
  );
}
