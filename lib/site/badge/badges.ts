import { BADGE } from "#lib/core/routes/routes.ts";
import type { CurrentState } from "#lib/services/state.ts";
import { type Badge, type BadgeState, badgeSvg, type Look } from "#lib/site/badge/badge.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized } from "#lib/site/words/localized.ts";

/** How a badge is to look, by what an address says of it. */
export function lookOf({ theme, style }: { theme?: string; style?: string }): Look {
  return {
    theme: BADGE.theme.find((known) => known === theme) ?? null,
    style: BADGE.style.find((known) => known === style) ?? "flat",
  };
}

function wordOf(state: CurrentState, known: BadgeState, { snapshot, visit, t }: View): string {
  const own = state && snapshot.types.get(state.type);
  if (own) return localized(own, "name", visit);
  return known === "unknown" ? t("public.legend.unknown") : t(`public.state.${known}`);
}

function draw(badge: Omit<Badge, "lang">, { visit, snapshot }: View, look: Look): string {
  return badgeSvg({ lang: visit.locale, ...badge }, snapshot.page.settings, look);
}

export function pageBadge(view: View, look: Look): string {
  const { page, state, by_id } = view.snapshot;
  const known = state?.severity ?? (by_id.size > 0 ? "none" : "unknown");
  const word = wordOf(state, known, view);
  return draw({ label: page.name, state: known, word, sentence: view.sentence.text }, view, look);
}

export function serviceBadge(service: PublicService, view: View, look: Look): string {
  const { state } = service;
  const known = state?.severity ?? "none";
  const word = wordOf(state, known, view);
  const label = view.names.get(service.id) ?? service.name;
  return draw(
    { label, state: known, word, sentence: view.t(`public.legend.${known}`) },
    view,
    look,
  );
}
