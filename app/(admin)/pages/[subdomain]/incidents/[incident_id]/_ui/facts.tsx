import type { ReactNode } from "react";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { fewNames, lasting } from "#app/(admin)/pages/[subdomain]/incidents/_ui/words.ts";
import { phaseAt } from "#lib/incidents/state.ts";
import { secondsBetween } from "#lib/platform/clock.ts";
import { timesText } from "#lib/site/words/labels.ts";

type Props = { admin: Admin; incident: Listed };

const MAX_LISTED = 20;

/** When, how long, what. */
export function Facts({ admin, incident }: Props) {
  const { t, now, format } = admin;
  const { starts_at, ends_at } = incident;
  const phase = phaseAt(now, incident);
  const isBegun = phase === "open" || phase === "closed";
  const planned = ends_at && format.duration(secondsBetween(starts_at, ends_at));
  const takes = isBegun ? lasting(incident, admin) : planned;
  const time = (at: string) =>
    incident.plan === null ? format.dateTime(at) : <s>{format.dateTime(at)}</s>;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm">
      <Fact name={t(isBegun ? "admin.incident.started" : "admin.incident.starts")}>
        {time(starts_at)}
        {phase === "upcoming" && ` · ${lasting(incident, admin)}`}
      </Fact>
      {ends_at && (
        <Fact name={t(phase === "closed" ? "admin.incident.ended" : "admin.incident.ends")}>
          {time(ends_at)}
        </Fact>
      )}
      {takes && incident.plan === null && <Fact name={t("admin.incident.lasted")}>{takes}</Fact>}
      <Fact name={t("admin.incident.affected")}>
        <ul className="flex flex-wrap gap-1">
          {incident.all_services.map((name) => (
            <li key={name} className="rounded bg-hover px-1.5">
              {name}
            </li>
          ))}
        </ul>
      </Fact>
      <CourseFact admin={admin} incident={incident} />
      <Fact name={t("admin.incident.on_page")}>
        <a
          href={incident.url}
          data-keys="v"
          data-label={t("admin.incident.on_page")}
          className="text-link hover:underline"
        >
          {new URL(incident.url).host}
        </a>
      </Fact>
    </dl>
  );
}

/** How it went, where the incident's own times, type and services do not say it. */
function CourseFact({ admin, incident }: Props) {
  const { t, format } = admin;
  const { course, starts_at, ends_at, severity } = incident;
  const [first] = course;
  const isWhole = first?.starts_at === starts_at && first.ends_at === ends_at;
  if (severity === "scheduled" || (course.length <= 1 && isWhole)) return null;
  const rest = course.length - MAX_LISTED;
  return (
    <Fact name={t("admin_composer.course")}>
      <ul>
        {course.slice(0, MAX_LISTED).map(({ names, type, type_name, ...times }) => (
          <li key={`${type} ${times.starts_at} ${times.ends_at}`}>
            {t("joined.label", {
              label: fewNames(names, admin),
              value: typeof type_name === "string" ? t(`public.type.${type_name}`) : type_name.name,
            })}
            {", "}
            {timesText(times, { t, f: format })}
          </li>
        ))}
        {rest > 0 && <li>{t("admin.incidents.more", { count: rest })}</li>}
      </ul>
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
