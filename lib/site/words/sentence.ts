import type { Severity } from "#lib/core/fields/severity.ts";
import { baseOf, isolated } from "#lib/platform/i18n/tags.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { descendants, type PublicService } from "#lib/site/snapshot/tree.ts";
import { localized, type Marks, marked, type Reader } from "#lib/site/words/localized.ts";

export type Sentence = {
  severity: Severity | null;
  text: string;
  marks?: Marks;
  since: string | null;
  /** Wire time, if one maintenance is the only cause. */
  until?: string | null;
};

const MAX_NAMED = 3;

export function causes({ state, incidents, maintenances }: Snapshot): PublicIncident[] {
  return [...incidents, ...maintenances].filter(
    (incident) => incident.severity === state?.severity,
  );
}

/** Affected services, without those below another affected one. */
function affected({ state, by_id }: Snapshot): PublicService[] {
  const isHit = ({ own }: PublicService) => own !== null && own.severity === state?.severity;
  const within = (service: PublicService): boolean => {
    const parent = service.parent_id === null ? undefined : by_id.get(service.parent_id);
    return parent !== undefined && (isHit(parent) || within(parent));
  };
  return [...by_id.values()].filter((service) => isHit(service) && !within(service));
}

function isEverything(services: PublicService[], { by_id }: Snapshot): boolean {
  const reached = new Set(services.flatMap((service) => [service, ...descendants(service)]));
  const leaves = [...by_id.values()].filter((service) => service.children.length === 0);
  return leaves.length > 1 && leaves.every((leaf) => reached.has(leaf));
}

const PLURAL = /(?<![iu'’s])s$| (and|&) /;
const SINGULAR = /^(Kubernetes|Postgres|Jenkins|News)$/;

// English agrees with plural names: "Payments are down". Other languages put a singular noun before
// the name.
function grammaticalNumber([only = "", ...others]: string[], { locale }: Reader): number {
  const isPlural = baseOf(locale) === "en" && PLURAL.test(only) && !SINGULAR.test(only);
  return others.length > 0 || isPlural ? 2 : 1;
}

type Words = {
  t: Translate;
  visit: Reader;
  list: (items: string[]) => string;
};

/**
 * Names services with their parents: "us-east (API)"; a shared parent once: "us-east and eu-west
 * (API)".
 */
function named(services: PublicService[], { by_id }: Snapshot, { t, visit, list }: Words): string {
  const parentOf = ({ parent_id }: PublicService) =>
    parent_id === null ? undefined : by_id.get(parent_id);
  const nameOf = (service: PublicService) =>
    isolated(localized(service, "name", visit), visit.locale);
  const within = (name: string, parent: PublicService | undefined) =>
    parent ? t("joined.note", { name, note: nameOf(parent) }) : name;
  const parents = new Set(services.map(parentOf));
  const [shared] = parents.size === 1 ? parents : [];
  const told = services.map((service) => {
    const name = nameOf(service);
    return shared ? name : within(name, parentOf(service));
  });
  const rest = told.length - MAX_NAMED;
  if (rest <= 1) return within(list(told), shared);
  const more = t("public.sentence.more", { count: rest });
  return within(list([...told.slice(0, MAX_NAMED), more]), shared);
}

export function sentenceOf(snapshot: Snapshot, words: Words): Sentence {
  const { t, visit } = words;
  const severity = snapshot.state?.severity ?? null;
  if (severity === null) {
    const text = t(`public.sentence.${snapshot.by_id.size > 0 ? "none" : "empty"}`);
    return { severity, text, since: null };
  }
  const { since } = snapshot.running[severity];
  const services = affected(snapshot);
  if (services.length === 0) {
    const [cause] = causes(snapshot);
    return {
      severity,
      text: cause ? localized(cause, "title", visit) : t(`public.sentence.all_${severity}`),
      marks: cause ? marked(cause, "title", visit) : {},
      since,
    };
  }
  if (isEverything(services, snapshot))
    return { severity, text: t(`public.sentence.all_${severity}`), since };
  const count = grammaticalNumber(
    services.map((service) => localized(service, "name", visit)),
    visit,
  );
  const [only] = snapshot.maintenances;
  const isOne = severity === "scheduled" && snapshot.running.scheduled.count === 1;
  return {
    severity,
    text: t(`public.sentence.${severity}`, { services: named(services, snapshot, words), count }),
    since,
    until: isOne ? only?.ends_at : null,
  };
}
