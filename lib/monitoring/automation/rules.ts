type Situation = {
  is_up: boolean | null;
  auto_incident: boolean;
  is_paused: boolean;
  is_known: boolean;
  /** Leader of the ongoing outage of its group; null: nobody. */
  group: Leader | null;
};

type Leader = "program" | "people";

/**
 * `wait`: look again later; `note`: add it to an outage that people lead; `leave`: it is no longer
 * watched.
 */
export type Action = "nothing" | "wait" | "open" | "join" | "note" | "recover" | "leave";

export function actionOn(situation: Situation): Action {
  const { is_up, auto_incident, is_paused, is_known, group } = situation;
  if (is_up === null) return is_known ? "leave" : "nothing";
  if (is_up) return is_known ? "recover" : "nothing";
  if (is_paused) return "wait";
  if (is_known || !auto_incident) return "nothing";
  if (group === null) return "open";
  return group === "program" ? "join" : "note";
}

type Led = {
  state: string;
  draft_id: number | null;
  automation: string | null;
  is_open: boolean;
};

/**
 * The leader of an outage. People lead an incident that they changed. Nobody leads one that they ended
 * or deleted, nor a draft that they posted or deleted.
 */
export function leaderOf({ state, draft_id, automation, is_open }: Led): Leader | null {
  if (state === "waiting") return draft_id === null ? null : "program";
  if (state !== "published" || !is_open) return null;
  return automation === null ? "people" : "program";
}

/** An incident has one type: of the service's, by default `major`, and its parent's the worse. */
export function outageType(own: string | null, parent: string | null): "major" | "minor" {
  return own === "minor" && parent !== "major" ? "minor" : "major";
}
