import { withPictureUrlsHtml } from "#lib/core/markdown/pictures.ts";
import type { RenderedText } from "#lib/site/view/texts.ts";
import type { View } from "#lib/site/view/view.ts";

/** HTML from lib/core/markdown. */
function Markdown({ told: { html, marks }, base }: { told: RenderedText; base: string }) {
  const __html = withPictureUrlsHtml(html, base);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: lib/core/markdown escapes every tag that was written
  return <div className="md" {...marks} dangerouslySetInnerHTML={{ __html }} />;
}

/**
 * A record's text in the visitor's language; where there is no room, its beginning and a link to
 * the whole.
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
