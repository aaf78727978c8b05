import { secondsBetween } from "#lib/clock.ts";
import type { PublicIncident } from "#lib/public-page/snapshot/incidents.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { localized, marked } from "#lib/public-page/words/localized.ts";
import { href } from "#lib/public-page/words/visitor.ts";
import { Chips } from "./chips.tsx";
import { Text } from "./markdown.tsx";
import { TypeWord } from "./state.tsx";
import { Moment, Ongoing, Span } from "./time.tsx";

type Props = { incident: PublicIncident; view: View; as: "h3" | "h4" };

const MAX_CHIPS = 6;

/** When it was and how long, or since when it goes on. */
function When({ incident: { starts_at, ends_at }, view }: Omit<Props, "as">) {
  const { t, f, snapshot } = view;
  if (ends_at !== null && ends_at <= snapshot.as_of) {
    const length = f.duration(secondsBetween(starts_at, ends_at));
    return (
      <>
        <Span from={starts_at} to={ends_at} view={view} />
        {` · ${t("public.incidents.lasted")} ${length}`}
      </>
    );
  }
  return (
    <>
      <Moment time={starts_at} view={view} />
      {` · ${t("public.incidents.ongoing")} `}
      <Ongoing since={starts_at} view={view} />
    </>
  );
}

/**
 * A past incident in a list: what it affected, when, for how long, and its last update.
 */
export function Happened({ incident, view, as: Title }: Props) {
  const { visit } = view;
  const [last] = incident.updates;
  const address = href(visit, `/incidents/${incident.id}`);
  return (
    <li className="happened">
      <Title>
        <a href={address} {...marked(incident, "title", visit)}>
          {localized(incident, "title", visit)}
        </a>
      </Title>
      <p className="meta">
        <TypeWord incident={incident} view={view} />
        {" · "}
        <When incident={incident} view={view} />
      </p>
      <Chips ids={incident.service_ids} view={view} max={MAX_CHIPS} />
      {last && <Text by={last} view={view} whole={address} />}
    </li>
  );
}
