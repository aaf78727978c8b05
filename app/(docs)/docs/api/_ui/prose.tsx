import { phraseHtml, proseHtml } from "#lib/api/reference/prose.ts";

/** Paragraphs of the document, which are Markdown. */
export function Prose({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the texts are our own
  return text && <div className="md" dangerouslySetInnerHTML={{ __html: proseHtml(text) }} />;
}

/** One phrase of it. */
export function Phrase({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the texts are our own
  return <span dangerouslySetInnerHTML={{ __html: phraseHtml(text) }} />;
}
