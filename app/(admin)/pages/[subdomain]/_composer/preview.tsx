"use client";
import { useParams } from "next/navigation";
import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Markdown } from "#app/_ui/admin/markdown.tsx";
import { previewMarkdownAction } from "#app/_ui/admin/preview-markdown.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import type { UpdateWord } from "#lib/site/words/labels.ts";
import type { Kit } from "./read.ts";

const PAUSE_MS = 250;

type Props = {
  source: string;
  type: UpdateType | null;
  word: UpdateWord | null;
  look: Kit["look"];
};

/** The HTML of what is typed, a moment after it was. */
function useRendered(source: string): string {
  const [html, setHtml] = useState("");
  const isEmpty = source.trim() === "";
  useEffect(() => {
    if (isEmpty) return setHtml("");
    let isLate = false;
    const timer = setTimeout(async () => {
      const rendered = await previewMarkdownAction({}, source).catch(() => null);
      if (!isLate && rendered !== null) setHtml(rendered);
    }, PAUSE_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [source, isEmpty]);
  return isEmpty ? "" : html;
}

/** An update as the page will show it, in the page's own colours. */
export function PagePreview({ source, type, word, look }: Props) {
  const t = useTranslations();
  const { subdomain } = useParams<{ subdomain: string }>();
  const html = useRendered(useDeferredValue(source));
  const frame = useRef<HTMLDivElement>(null);
  const isShown = html !== "";
  // The policy forbids style attributes in HTML; scripts may set properties.
  useLayoutEffect(() => {
    if (!isShown) return;
    for (const [name, colour] of Object.entries(look))
      frame.current?.style.setProperty(name, colour);
  }, [look, isShown]);
  if (!isShown) return null;
  return (
    <section aria-label={t("admin_composer.preview")} className="mt-2">
      <p className="mb-1 text-muted text-xs" aria-hidden="true">
        {t("admin_composer.preview")}
      </p>
      <div ref={frame} className="as-on-page" data-type={type ?? undefined}>
        <p className="mb-1 text-sm">
          {word && <strong className="me-2">{t(word)}</strong>}
          <span className="text-muted">{t("admin_composer.now")}</span>
        </p>
        <Markdown html={html} subdomain={subdomain} />
      </div>
    </section>
  );
}
