import { Children, cloneElement, type ReactElement } from "react";

/** An element as it is: one that a server component made may come as the promise of it. */
export function elementOf(trigger: ReactElement): ReactElement<Record<string, unknown>> {
  return Children.toArray(trigger)[0] as ReactElement<Record<string, unknown>>;
}

/** The button that opens something. */
export function opening(trigger: ReactElement, props: Record<string, unknown>): ReactElement {
  return cloneElement(elementOf(trigger), props);
}
