import { plainHtml } from "#lib/core/markdown/render.ts";
import { renderTexts } from "#lib/core/markdown/rendered.ts";
import type { Marks } from "#lib/site/words/localized.ts";

/** What somebody wrote, and the record that says it. */
export type Said = { by: object; text: string; marks?: Marks; is_machines?: boolean };

/** How a text is shown: whole, or its beginning only. */
export type Told = { html: string; is_whole: boolean; marks?: Marks; is_machines?: boolean };

/** How the texts of a document are shown, by the record that says them; the others are not. */
export type Texts = ReadonlyMap<object, Told>;

const BEGINNING = 600;
const BEGINNING_BYTES = 4_000;
// What stands around each: its time and kind, a link.
const FRAME_BYTES = 600;

/** The beginning of a text, up to the end of a word. */
function beginningOf(text: string): string {
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

/** Those of some texts that might fit: none of them is rendered to no purpose. */
function mightFit(said: readonly Said[], bytes: number): Said[] {
  let room = bytes;
  return said.filter(({ text }) => {
    const fits = text.length <= room;
    if (fits) room -= text.length;
    return fits;
  });
}

function howOf({ marks, is_machines }: Said): Pick<Told, "marks" | "is_machines"> {
  return { marks, ...(is_machines && { is_machines }) };
}

/**
 * Renders as many texts as fit into a document, the most important first; of those that do not, as
 * many beginnings as fit.
 * @param bytes what all of them together may have as HTML, with what stands around each
 */
export async function fitTexts(said: readonly Said[], bytes: number): Promise<Texts> {
  const rendered = await renderTexts(mightFit(said, bytes).map(({ text }) => text));
  const texts = new Map<object, Told>();
  const begun: Said[] = [];
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
