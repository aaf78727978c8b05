import type { ReactNode } from "react";
import type { Marks } from "#lib/site/words/localized.ts";

/** An operator's text, in an element of its own only where that has to say its language. */
export function InLanguage({ marks, children }: { marks: Marks; children: ReactNode }) {
  return marks.lang ? <span {...marks}>{children}</span> : children;
}
