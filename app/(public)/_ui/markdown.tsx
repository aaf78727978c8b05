import { withPictureUrlsHtml } from "#lib/core/markdown/pictures.ts";
import type { RenderedText } from "#lib/site/view/texts.ts";
import type { View } from "#lib/site/view/view.ts";

/** What lib/core/markdown made of an operator's text. */
function Markdown({ told: { html, marks }, base }: { told: RenderedText; base: string }) {
  const __html = withPictureUrlsHtml(html, base);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: lib/core/markdown escapes every tag that was written
  return <div className="md" {...marks} dangerouslySetInnerHTML={{ __html }} />;
}

/**
 * What a record says, in the visitor's language; where there is no room for it, its beginning and a
 * link to where it is whole.
 */
export function Text({ by, view, whole }: { by: object; view: View; whole?: string }) {
  const told = view.texts.get(by);
  return (
    <>
      {told && <Markdown told={told} base={view.visit.base} />}
      {told?.is_machines && <p className="meta">{view.t("public.machine_translated")}</p>}
      {!told?.is_whole && whole && (
        <p>
          <a href={whole}>{view.t("public.read_on")}</a>
        </p>
      )}
    </>
  );
}
