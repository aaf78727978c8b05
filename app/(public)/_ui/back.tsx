import type { View } from "#lib/site/view/view.ts";
import { href } from "#lib/site/words/visitor.ts";
import { stateClass } from "./state.tsx";

/** The way back to the page, with what it says now. */
export function Back({ view }: { view: View }) {
  const { visit, t, sentence } = view;
  return (
    <p className="back">
      <a href={href(visit, "")}>{t("public.incidents.back")}</a>
      <em className={`k ${stateClass(sentence.severity)}`}>{sentence.text}</em>
    </p>
  );
}
