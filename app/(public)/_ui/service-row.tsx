import { affectedBelow, type PublicService } from "#lib/site/snapshot/tree.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized, marked } from "#lib/site/words/localized.ts";
import { href } from "#lib/site/words/visitor.ts";
import { BadDays } from "./bad-days.tsx";
import { Bars, Uptime } from "./bars.tsx";
import { InLanguage } from "./in-language.tsx";
import { Text } from "./markdown.tsx";
import { ServiceState } from "./state.tsx";

// An affected branch is open, unless that would bury what comes after it.
const MAX_OPENED = 20;

type Props = { service: PublicService; view: View; listed: boolean };

function Name({ service, view }: { service: PublicService; view: View }) {
  const { t, visit, rows } = view;
  const { total } = affectedBelow(service);
  const name = localized(service, "name", visit);
  const marks = marked(service, "name", visit);
  return (
    <b>
      {rows.are_full ? (
        <InLanguage marks={marks}>{name}</InLanguage>
      ) : (
        <a href={href(visit, `/services/${service.id}`)} {...marks}>
          {name}
        </a>
      )}
      {total > 0 && <small>{t("public.services.all_well", { total })}</small>}
    </b>
  );
}

/** The content of an opened row. */
function Inside({ service, view, listed }: Props) {
  const { t, visit } = view;
  return (
    <div className="inside">
      {service.description && <Text by={service} view={view} />}
      {listed && service.children.length === 0 && service.uptime !== null && (
        <BadDays service={service} view={view} />
      )}
      <a className="meta" href={href(visit, `/services/${service.id}`)}>
        {t("public.services.details", { name: localized(service, "name", visit) })}
      </a>
    </div>
  );
}

export function ServiceRow({ service, view, listed }: Props) {
  const { rows } = view;
  const children = service.children.filter(({ id }) => rows.shown.has(id));
  const { affected, total } = affectedBelow(service);
  return (
    <li>
      <details id={`s${service.id}`} open={affected > 0 && total <= MAX_OPENED}>
        <summary>
          <Name service={service} view={view} />
          <Uptime service={service} view={view} />
          <ServiceState service={service} view={view} />
          {rows.barred.has(service.id) && service.uptime !== null && (
            <Bars service={service} view={view} />
          )}
        </summary>
        {rows.are_full && <Inside service={service} view={view} listed={listed} />}
        {children.length > 0 && (
          <ul>
            {children.map((child) => (
              <ServiceRow key={child.id} service={child} view={view} listed={listed} />
            ))}
          </ul>
        )}
      </details>
    </li>
  );
}
