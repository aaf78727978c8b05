/** What is known when a verdict is acted upon. */
type Situation = {
  is_up: boolean | null;
  /** Whether the service opens incidents by itself. */
  auto_incident: boolean;
  /** Whether a maintenance silences it. */
  is_paused: boolean;
  /** Whether it belongs to an outage that is not over. */
  is_known: boolean;
  /** Who leads the outage that goes on in its group; null: none does. */
  group: Leader | null;
};

type Leader = "program" | "people";

/**
 * `wait`: to be looked at again; `note`: the service belongs to what people lead; `leave`: nothing
 * watches it any more.
 */
export type Action = "nothing" | "wait" | "open" | "join" | "note" | "recover" | "leave";

/** What follows from a verdict. */
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
 * Who leads an outage. An incident that people changed is theirs; one that they ended or deleted,
 * and a draft that they posted or deleted, leads nobody any more.
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
