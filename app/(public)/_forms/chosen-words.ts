import type { PlainIncidentRow } from "#lib/incidents/queries.ts";
import { namesOf, type View } from "#lib/site/view/view.ts";
import { localized } from "#lib/site/words/localized.ts";
import type { OwnSubscription } from "#lib/subscribers/sign-up/read.ts";

function typeNames({ incident_types }: OwnSubscription, { snapshot, visit, t }: View): string[] {
  return incident_types.flatMap((key) => {
    const own = snapshot.types.get(key);
    if (own) return [localized(own, "name", visit)];
    const name = `public.type.${key}` as Parameters<typeof t>[0];
    return t.has(name) ? [t(name)] : [];
  });
}

/** Names only what the subscriber sees. @returns empty: nothing of it is left */
export function chosenWords(
  view: View,
  own: OwnSubscription,
  incident: PlainIncidentRow | null,
): string {
  const { t, f, visit } = view;
  switch (own.filter) {
    case "all":
      return t("mail.everything");
    case "services":
      return f.list(namesOf(own.service_ids, view));
    case "incident_types":
      return f.list(typeNames(own, view));
    case "incident":
      return incident ? localized(incident, "title", visit) : "";
  }
}
