import { plainHtml } from "#lib/core/markdown/render.ts";
import { renderTexts } from "#lib/core/markdown/rendered.ts";
import { withoutComments } from "#lib/core/markdown/source.ts";
import type { Marks } from "#lib/site/words/localized.ts";

export type OperatorText = { by: object; text: string; marks?: Marks; is_machines?: boolean };

/** A rendered text, or its beginning. */
export type RenderedText = {
  html: string;
  is_whole: boolean;
  marks?: Marks;
  is_machines?: boolean;
};

/** Rendered texts by record; texts that did not fit are missing. */
export type Texts = ReadonlyMap<object, RenderedText>;

const BEGINNING = 600;
const BEGINNING_BYTES = 4_000;
// Each text's time, kind and link.
const FRAME_BYTES = 600;

function beginningOf(source: string): string {
  const text = withoutComments(source);
  const start = text.slice(0, BEGINNING);
  const end = Math.max(start.lastIndexOf(" "), start.lastIndexOf("\n"));
  return `${end > BEGINNING / 2 ? start.slice(0, end) : start.replace(/[\ud800-\udbff]$/, "")}…`;
}

async function htmlOfBeginnings(texts: readonly string[]): Promise<string[]> {
  const rendered = await renderTexts(texts);
  return texts.map((text) => {
    const html = rendered.get(text) ?? "";
    return Buffer.byteLength(html) <= BEGINNING_BYTES ? html : plainHtml(text);
  });
}

/** Filters by length first: rendering is expensive. */
function mightFit(said: readonly OperatorText[], bytes: number): OperatorText[] {
  let room = bytes;
  return said.filter(({ text }) => {
    const fits = text.length <= room;
    if (fits) room -= text.length;
    return fits;
  });
}

function howOf({ marks, is_machines }: OperatorText): Pick<RenderedText, "marks" | "is_machines"> {
  return { marks, ...(is_machines && { is_machines }) };
}

/**
 * Renders the most important texts that fit, then beginnings of the others.
 * @param bytes budget as HTML, including surroundings
 */
export async function fitTexts(said: readonly OperatorText[], bytes: number): Promise<Texts> {
  const rendered = await renderTexts(mightFit(said, bytes).map(({ text }) => text));
  const texts = new Map<object, RenderedText>();
  const begun: OperatorText[] = [];
  let room = bytes;
  for (const each of said) {
    const html = rendered.get(each.text);
    const size =
      html === undefined ? Number.POSITIVE_INFINITY : Buffer.byteLength(html) + FRAME_BYTES;
    if (html !== undefined && size <= room) {
      texts.set(each.by, { html, is_whole: true, ...howOf(each) });
      room -= size;
    } else if (room >= BEGINNING_BYTES + FRAME_BYTES) {
      begun.push(each);
      room -= BEGINNING_BYTES + FRAME_BYTES;
    }
  }
  const beginnings = await htmlOfBeginnings(begun.map(({ text }) => beginningOf(text)));
  for (const [index, each] of begun.entries())
    texts.set(each.by, { html: beginnings[index] ?? "", is_whole: false, ...howOf(each) });
  return texts;
}
