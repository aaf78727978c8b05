import { renderMarkdown } from "#lib/markdown.ts";
import { localized } from "#lib/public-page/localized.ts";
import { affectedBelow, type PublicService } from "#lib/public-page/tree.ts";
import type { View } from "#lib/public-page/view.ts";
import { href } from "#lib/public-page/visitor.ts";
import { BadDays } from "./bad-days.tsx";
import { Bars, Uptime } from "./bars.tsx";
import { Markdown } from "./markdown.tsx";
import { StateWord } from "./state.tsx";

// An affected branch is open, unless that would bury what comes after it.
const MAX_OPENED = 20;

type Props = { service: PublicService; view: View; listed: boolean };

function Line({ service, view }: { service: PublicService; view: View }) {
  const { t, visit } = view;
  const { affected, total } = affectedBelow(service);
  return (
    <>
      <b>
        {localized(service, "name", visit.locale)}
        {total > 0 && (
          <small>{affected > 0 ? t("public.services.affected", { affected, total }) : t("public.services.all_well", { total })}</small>
        )}
      </b>
      {service.uptime !== null && <Bars service={service} view={view} />}
      <Uptime service={service} view={view} />
      <StateWord severity={service.state?.severity ?? null} t={t} />
    </>
  );
}

/** What a row holds when it is opened. */
function Inside({ service, view, listed }: Props) {
  const { t, visit } = view;
  const description =
    service.description && localized({ description: service.description, translations: service.translations }, "description", visit.locale);
  return (
    <div className="inside">
      {description && <Markdown html={renderMarkdown(description)} />}
      {listed && service.children.length === 0 && service.uptime !== null && <BadDays service={service} view={view} />}
      <a className="meta" href={href(visit, `/services/${service.id}`)}>
        {t("public.services.details", { name: localized(service, "name", visit.locale) })}
      </a>
    </div>
  );
}

export function ServiceRow({ service, view, listed }: Props) {
  const { children } = service;
  const { affected, total } = affectedBelow(service);
  return (
    <li>
      <details id={`s${service.id}`} open={affected > 0 && total <= MAX_OPENED}>
        <summary>
          <Line service={service} view={view} />
        </summary>
        <Inside service={service} view={view} listed={listed} />
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
