"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { lookAction } from "#app/(admin)/pages/[subdomain]/settings/actions.ts";
import { Contrast } from "./contrast.tsx";
import { useLook } from "./look.tsx";

type Props = {
  subdomain: string;
  /** Changes when anything is saved. */
  saved: string;
};

const PAUSE_MS = 400;
// An address has an end: of longer code the preview shows what is saved.
const MAX_QUERY = 6_000;
const LONG = 500;
const SKIPPED = /^(?:\$|seen$|organization_id$|subdomain$|image$|file$)/;

/** Values of the form below, long texts last. */
function typed(): [string, string][] {
  const forms = [...document.querySelectorAll<HTMLFormElement>("form:has([data-section])")];
  const entries = forms
    .flatMap((form) => [...new FormData(form)])
    .filter((entry): entry is [string, string] => typeof entry[1] === "string")
    .filter(([name]) => !SKIPPED.test(name));
  const isLong = ([, value]: [string, string]) => value.length > LONG;
  return [...entries.filter((entry) => !isLong(entry)), ...entries.filter(isLong)];
}

function queryOf(entries: [string, string][]): string {
  const query = new URLSearchParams();
  for (const [name, value] of entries)
    if (query.toString().length + value.length < MAX_QUERY) query.append(name, value);
  return query.toString();
}

const SCHEME = /prefers-color-scheme:\s*(light|dark)/;

function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return []; // Of another origin.
  }
}

/** Shows a document as on a light or dark screen, whatever this one is. */
function paint(document: Document | null, scheme: string): void {
  // A frame that is still loading may have a document without a root; its `load` paints it.
  if (!document?.documentElement) return;
  const media = (text: string) => (SCHEME.exec(text)?.[1] === scheme ? "all" : "not all");
  for (const rule of [...document.styleSheets].flatMap(rulesOf))
    if ("media" in rule) {
      const list = rule.media as MediaList;
      if (SCHEME.test(list.mediaText)) list.mediaText = media(list.mediaText);
    }
  for (const source of document.querySelectorAll<HTMLSourceElement>("source[media]"))
    if (SCHEME.test(source.media)) source.media = media(source.media);
  document.documentElement.style.colorScheme = scheme;
}

type ChoiceProps = {
  label: string;
  options: Record<string, string>;
  chosen: string;
  choose: (value: string) => void;
};

function Choice({ label, options, chosen, choose }: ChoiceProps) {
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{label}</legend>
      {Object.entries(options).map(([value, name]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => choose(value)}
          className="button aria-pressed:border-ink aria-pressed:font-semibold"
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** The page with what is typed below, in a frame where no script runs, and its contrast. */
export function Preview({ subdomain, saved }: Props) {
  const t = useTranslations("admin_appearance");
  const [query, setQuery] = useState("");
  const { setLook } = useLook();
  const [scheme, setScheme] = useState("light");
  const [width, setWidth] = useState("wide");
  const frame = useRef<HTMLIFrameElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // A frame that came with the document may be there before anybody listens to it.
  useEffect(() => paint(frame.current?.contentDocument ?? null, scheme), [scheme]);

  const show = useCallback(async () => {
    const entries = typed();
    setQuery(queryOf(entries));
    const colours = entries.filter(([name]) => /_color\d?$/.test(name));
    const chosen = colours.map(([name, value]) => [name, value.replace(/^#/, "")]);
    const next = await lookAction({ subdomain }, Object.fromEntries(chosen));
    if (next) setLook(next);
  }, [subdomain, setLook]);

  useEffect(() => {
    const later = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(show, PAUSE_MS);
    };
    const events = ["input", "change", "click"] as const;
    const isOurs = (event: Event) =>
      event.target instanceof Element && event.target.closest("[data-section]") && later();
    for (const name of events) document.addEventListener(name, isOurs);
    return () => {
      clearTimeout(timer.current);
      for (const name of events) document.removeEventListener(name, isOurs);
    };
  }, [show]);

  const address = `/pages/${subdomain}/appearance/preview?${query}`;
  const narrow = width === "phone" ? "max-w-[24.375rem]" : "";
  return (
    <>
      <section aria-label={t("preview.title")} className="preview-pane noscript:hidden">
        <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Choice
            label={t("preview.scheme")}
            options={{ light: t("preview.light"), dark: t("preview.dark") }}
            chosen={scheme}
            choose={setScheme}
          />
          <Choice
            label={t("preview.width")}
            options={{ wide: t("preview.wide"), phone: t("preview.phone") }}
            chosen={width}
            choose={setWidth}
          />
          <p className="text-muted text-sm">{t("preview.hint")}</p>
        </div>
        <iframe
          ref={frame}
          key={`${saved}${scheme}${address}`}
          onLoad={(event) => paint(event.currentTarget.contentDocument, scheme)}
          src={address}
          title={t("preview.title")}
          sandbox="allow-same-origin"
          className={`w-full rounded-lg border border-edge ${narrow}`}
        />
      </section>
      <Contrast />
    </>
  );
}
