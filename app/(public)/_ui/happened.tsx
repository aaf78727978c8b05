import type { ReactNode } from "react";
import { everAffected } from "#lib/incidents/affected.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import { countedSince, secondsLasted } from "#lib/site/view/course.ts";
import { deletedNames, kindOf, type View } from "#lib/site/view/view.ts";
import { marked } from "#lib/site/words/localized.ts";
import { href } from "#lib/site/words/visitor.ts";
import { Course } from "./course.tsx";
import { Name, uncountedText } from "./incidents.tsx";
import { Line } from "./line.tsx";
import { Text } from "./markdown.tsx";
import { TypeWord } from "./state.tsx";
import { Around, HERE, LostTimes, Moment, Ongoing, Span } from "./time.tsx";

const MAX_NAMED = 3;

type Props = {
  incident: PublicIncident;
  view: View;
  as: "h3" | "h4";
  /** The day, `YYYY-MM-DD`, that it is listed under. */
  day?: string;
  /** Without its last update, which stands elsewhere on the page. */
  brief?: boolean;
};

/** Which services an incident affects, as text: the first few, and how many more. */
function Named({ of, view }: { of: PublicIncident; view: View }) {
  const { names, t, f } = view;
  const all = [
    ...everAffected(of).flatMap((id) => names.get(id) ?? []),
    ...deletedNames(of.deleted_services, view),
  ];
  if (all.length === 0) return null;
  const rest = all.length - MAX_NAMED;
  const told = all.slice(0, MAX_NAMED);
  const more = rest > 0 ? [t("public.sentence.more", { count: rest })] : [];
  return <bdi>{f.list([...told, ...more])}</bdi>;
}

/** Facts: when it was and for how long; or since when it has been going on. */
function timesOf({ incident, view, day }: Pick<Props, "incident" | "view" | "day">): ReactNode[] {
  const { t, f, snapshot } = view;
  const { starts_at, ends_at } = incident;
  if (ends_at === null || ends_at > snapshot.as_of)
    return [
      <Moment key="start" time={starts_at} view={view} />,
      <Around key="ongoing" text={t("public.incidents.ongoing", { duration: HERE })}>
        <Ongoing since={countedSince(incident, view)} view={view} />
      </Around>,
    ];
  return [
    <Span key="span" from={starts_at} to={ends_at} view={view} on={day} />,
    f.duration(secondsLasted(incident, view)),
  ];
}

/** A past incident in a list: what it affected, when, for how long, and its last update. */
export function Happened({ incident, view, as: Title, day, brief = false }: Props) {
  const { visit } = view;
  const { plan } = incident;
  const last = brief ? undefined : incident.updates[0];
  const address = href(visit, `/incidents/${incident.id}`);
  return (
    <li>
      <Title>
        <a href={address} {...marked(incident, "title", visit)}>
          <Name incident={incident} view={view} />
        </a>
      </Title>
      <Line className="meta">
        {plan === "called_off" ? (
          <em className="k u x">{view.t("public.update.called_off")}</em>
        ) : (
          <TypeWord incident={kindOf(incident, view)} view={view} />
        )}
        <Named of={incident} view={view} />
        {plan === null ? (
          timesOf({ incident, view, day })
        ) : (
          <LostTimes incident={incident} view={view} on={day} />
        )}
        {uncountedText({ incident, view })}
      </Line>
      <Course incident={incident} view={view} />
      {last && <Text by={last} view={view} whole={address} />}
    </li>
  );
}
