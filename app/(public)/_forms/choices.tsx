import { FieldProblem, formState, Option } from "#app/(public)/_forms/parts.tsx";
import { SEVERITIES } from "#lib/core/fields/severity.ts";
import type { PlainIncidentRow } from "#lib/incidents/queries.ts";
import { descendants, type PublicService } from "#lib/site/snapshot/tree.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized, marked } from "#lib/site/words/localized.ts";
import type { SubscriptionFilter } from "#lib/subscribers/schema.ts";

/** Chosen as long as nothing was sent. */
export type Current = {
  filter: SubscriptionFilter;
  service_ids: number[];
  incident_types: string[];
};

type Props = {
  view: View;
  current: Current;
  incident: PlainIncidentRow | null;
  isNarrowed: boolean;
};

type Chosen = ReadonlySet<string>;

function hasChosen(service: PublicService, chosen: Chosen): boolean {
  return service.children.some((child) => chosen.has(`${child.id}`) || hasChosen(child, chosen));
}

function ServiceChoice({
  service,
  chosen,
  view,
}: {
  service: PublicService;
  chosen: Chosen;
  view: View;
}) {
  const { visit, t } = view;
  const name = localized(service, "name", visit);
  const count = descendants(service).length;
  return (
    <li>
      <Option
        kind="checkbox"
        name="service_ids"
        value={`${service.id}`}
        label={<span {...marked(service, "name", visit)}>{name}</span>}
        checked={chosen.has(`${service.id}`)}
      />
      {count > 0 && (
        <details open={hasChosen(service, chosen)}>
          <summary>{t("subscribe.choice.below", { count })}</summary>
          <ul>
            {service.children.map((child) => (
              <ServiceChoice key={child.id} service={child} chosen={chosen} view={view} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

type ServicesProps = { view: View; chosen: Chosen; className: string };

function Services({ view, chosen, className }: ServicesProps) {
  const { snapshot, t } = view;
  return (
    <fieldset className={className}>
      <legend>{t("subscribe.choice.list")}</legend>
      <p className="hint">{t("subscribe.choice.services_hint")}</p>
      <FieldProblem name="service_ids" />
      <ul className="tree">
        {snapshot.services.map((service) => (
          <ServiceChoice key={service.id} service={service} chosen={chosen} view={view} />
        ))}
      </ul>
    </fieldset>
  );
}

function Types({ view, chosen }: { view: View; chosen: Chosen }) {
  const { snapshot, t, visit } = view;
  const own = [...snapshot.types.values()].map((type) => ({
    key: type.key,
    label: <span {...marked(type, "name", visit)}>{localized(type, "name", visit)}</span>,
  }));
  const kinds = [
    ...SEVERITIES.map((key) => ({ key: key as string, label: t(`public.type.${key}`) })),
    ...own,
  ];
  return (
    <fieldset className="only types-only">
      <legend>{t("subscribe.choice.kinds")}</legend>
      <FieldProblem name="incident_types" />
      <ul>
        {kinds.map(({ key, label }) => (
          <li key={key}>
            <Option
              kind="checkbox"
              name="incident_types"
              value={key}
              label={label}
              checked={chosen.has(key)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Shows values that were sent, else the current ones. */
export function Choices({ view, current, incident, isNarrowed }: Props) {
  const { t, snapshot, visit } = view;
  const { values } = formState();
  const wasSent = values.filter !== undefined;
  const filter = values.filter?.[0] ?? current.filter;
  const services = wasSent ? (values.service_ids ?? []) : current.service_ids.map(String);
  const types = wasSent ? (values.incident_types ?? []) : current.incident_types;
  const option = (value: SubscriptionFilter, label: string, hint?: string) => (
    <Option name="filter" value={value} label={label} hint={hint} checked={filter === value} />
  );
  return (
    <fieldset className="what">
      <legend>{t("subscribe.choice.legend")}</legend>
      <FieldProblem name="incident_id" />
      {incident && (
        <>
          {option(
            "incident",
            t("subscribe.choice.incident", { title: localized(incident, "title", visit) }),
          )}
          <input type="hidden" name="incident_id" value={incident.id} />
        </>
      )}
      {option("all", t("subscribe.choice.all"), t("subscribe.choice.all_hint"))}
      {snapshot.services.length > 0 && option("services", t("subscribe.choice.services"))}
      {snapshot.services.length > 0 && (
        <Services view={view} chosen={new Set(services)} className="only services-only" />
      )}
      {!isNarrowed && option("incident_types", t("subscribe.choice.types"))}
      {!isNarrowed && <Types view={view} chosen={new Set(types)} />}
    </fieldset>
  );
}

/** A link's holder who may not see the page can only give services up. */
export function OwnServices({ view, current }: Pick<Props, "view" | "current">) {
  if (current.filter !== "services" || view.snapshot.services.length === 0) return null;
  const chosen = formState().values.service_ids ?? current.service_ids.map(String);
  return (
    <>
      <input type="hidden" name="filter" value="services" />
      <Services view={view} chosen={new Set(chosen)} className="what" />
    </>
  );
}
