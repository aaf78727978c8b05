import type { Translate } from "#lib/i18n/translator.ts";
import { phaseAt } from "#lib/incidents/state.ts";
import { type Shape, StateShape } from "./icons.tsx";

type Timed = { type: string; starts_at: string; ends_at: string | null };

const COLORS: Record<Shape, string> = {
  major: "text-major",
  minor: "text-minor",
  scheduled: "text-scheduled",
  closed: "text-closed",
};

/** The state of an incident at a moment, as word and shape. */
export function stateOf({ type, ...times }: Timed, now: string, t: Translate): { shape: Shape; word: string } {
  const phase = phaseAt(now, times);
  const shape = type === "scheduled" || type === "minor" ? type : "major";
  if (phase === "closed") return { shape: "closed", word: t(shape === "scheduled" ? "admin.state.done" : "admin.state.closed") };
  if (shape !== "scheduled") return { shape, word: t(`admin.state.${shape}`) };
  return { shape, word: t(phase === "upcoming" ? "admin.state.upcoming" : "admin.state.scheduled") };
}

export function State({ incident, now, t }: { incident: Timed; now: string; t: Translate }) {
  const { shape, word } = stateOf(incident, now, t);
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${COLORS[shape]}`}>
      <StateShape shape={shape} />
      {word}
    </span>
  );
}
