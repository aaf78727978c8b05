import { type Rendered, renderTexts } from "#lib/core/markdown/rendered.ts";

/** The HTML of what some updates say, by text. */
export async function renderUpdates(
  updates: Iterable<readonly { description: string }[]>,
): Promise<Rendered> {
  return renderTexts(Array.from(updates).flatMap((each) => each.map((one) => one.description)));
}
