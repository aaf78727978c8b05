import type { UpdateType } from "#lib/incidents/schema.ts";
import type { View } from "#lib/site/view/view.ts";
import { STATE_CLASS } from "./state.tsx";

const STAGES = ["investigating", "identified", "monitoring", "resolved"] as const;
type Stage = (typeof STAGES)[number];

function stageOf(type: UpdateType): Stage | undefined {
  if (type === "issue") return "investigating";
  return STAGES.find((stage) => stage === type);
}

/**
 * How far a team is with an incident, by its updates, newest first; what else they tell (worse,
 * better, news) changes nothing. Nothing is claimed of an incident without any such update.
 */
export function Rail({ updates, view }: { updates: { type: UpdateType }[]; view: View }) {
  const { t } = view;
  const passed = new Set(updates.map(({ type }) => stageOf(type)));
  const current = updates.map(({ type }) => stageOf(type)).find((stage) => stage !== undefined);
  if (!current) return null;
  const at = STAGES.indexOf(current);
  return (
    <ol
      className={current === "resolved" ? `rail ${STATE_CLASS.none}` : "rail"}
      aria-label={t("page.stages")}
    >
      {STAGES.map((stage, index) => {
        const isDone = passed.has(stage) && (index < at || current === "resolved");
        return (
          <li
            key={stage}
            className={isDone ? "did" : undefined}
            aria-current={index === at ? "step" : undefined}
          >
            {t(`public.update.${stage}`)}
          </li>
        );
      })}
    </ol>
  );
}
