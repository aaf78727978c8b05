import type { ReactNode } from "react";
import { imageHref } from "#app/_ui/logo.tsx";
import { pageUrl } from "#lib/core/addresses/url.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import { backdropSheet, themeSheet, typeSheet } from "#lib/pages/branding/theme.ts";
import { tokenSheet } from "#lib/pages/branding/tokens.ts";
import { dayBounds } from "#lib/platform/clock.ts";
import { contentOf } from "#lib/platform/http/markup.ts";
import { directionOf, isolated } from "#lib/platform/i18n/tags.ts";
import { formatTag, type Locale } from "#lib/platform/i18n/translator.ts";
import type { View } from "#lib/site/view/view.ts";
import { pageTitle, subpageTitle } from "#lib/site/words/titles.ts";
import { Alternates } from "./alternates.tsx";
import { SiteFooter } from "./footer.tsx";
import { SiteHeader } from "./header.tsx";
import { Icons } from "./icons.tsx";
import { SharedLink } from "./shared-link.tsx";

/** The bare document of a visitor's page. */
export function Shell({
  lang,
  head,
  children,
  data,
}: {
  lang: Locale;
  head: ReactNode;
  children: ReactNode;
  data?: Record<string, string>;
}) {
  return (
    <html lang={lang} dir={directionOf(lang)} {...data}>
      <head>
        <meta name="color-scheme" content="light dark" />
        {head}
      </head>
      <body>{children}</body>
    </html>
  );
}

// Times are in the visitor's zone from the first paint on: nothing shifts.
const BEFORE_PAINT = { blocking: "render" };

/** The style sheet of what the page's operator chose. */
function sheetOf({ visit, snapshot: { page, types } }: View): string {
  const { settings } = page;
  const { bg_image, theme_selected } = settings;
  const backdrop = theme_selected === "big-logo" && bg_image;
  return [
    themeSheet(settings),
    typeSheet(types.values()),
    tokenSheet(settings),
    backdrop ? backdropSheet(imageHref(visit, backdrop.file)) : "",
  ].join("");
}

const UNITS = ["hour", "minute"] as const;

type Props = {
  view: View;
  path: string;
  /** Stands beside the page's name; none at the page's start. */
  title?: string;
  severity?: Severity | null;
  /** A sentence or two; default: the page's state. */
  description?: string;
  /** Where the picture of a shared link lives on the page. */
  picture?: string;
  /** Not on pages with forms: they do not refresh while someone types. */
  scripted?: boolean;
  /** Whether search engines may list it, where the page allows any of it. */
  indexed?: boolean;
  /** Whether its footer tells how to follow the page: not where it tells how to follow a part. */
  follows?: boolean;
  children: ReactNode;
};

/** A document of a status page: header, main and footer. `path` is where it lives on the page. */
export function PageDocument({
  view,
  path,
  title: own,
  severity = null,
  description,
  picture = "/og.png",
  scripted = true,
  indexed = scripted,
  follows = true,
  children,
}: Props) {
  const { visit, snapshot, sentence, t, f } = view;
  const { settings, name, time_zone } = snapshot.page;
  // An enforced format is not converted: the script then knows no zone.
  const status = isolated(pageTitle(snapshot.page, t), visit.locale);
  const title = own
    ? subpageTitle(own, snapshot.page, t)
    : t("public.title", { status, sentence: isolated(sentence.text, visit.locale) });
  const zone = settings.date_format_enforce_everywhere ? undefined : time_zone;
  const tag = formatTag(visit.locale);
  const data = {
    "data-base": visit.base,
    "data-midnight": `${dayBounds(f.day(snapshot.as_of), time_zone).to}Z`,
    "data-units": [
      ...UNITS.map((unit) => t(`page.units.${unit}`, { count: "#" })),
      t("page.units.two", { longer: "", shorter: "" }),
      t("page.units.less", { duration: "#" }),
    ].join("|"),
    "data-new": t("page.new"),
    "data-glue": f.glue,
    ...(zone && { "data-zone": zone }),
    ...(tag !== visit.locale && { "data-tag": tag }),
  };
  const sheet = sheetOf(view);
  const head = (
    <>
      <title>{title}</title>
      {(settings.noindex || !indexed) && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={`${pageUrl(snapshot.page)}${path || "/"}`} />
      <SharedLink
        view={view}
        title={title}
        description={description || t("public.description", { name, sentence: sentence.text })}
        picture={picture}
      />
      <Icons
        favicon={settings.favicon}
        state={severity ?? (snapshot.by_id.size > 0 ? "none" : "unknown")}
        srcOf={(file) => imageHref(visit, file)}
      />
      <Alternates view={view} path={path} title={title} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of derived colours and words of ours only */}
      <style dangerouslySetInnerHTML={{ __html: sheet }} />
      {scripted && <script type="module" src="/page.js" data-allclear="" {...BEFORE_PAINT} />}
    </>
  );
  return (
    <Shell lang={visit.locale} head={head} data={data}>
      <a className="skip" href="#main">
        {t("public.skip")}
      </a>
      <SiteHeader view={view} path={path} />
      <main
        id="main"
        tabIndex={-1}
        aria-label={status}
        {...(scripted ? contentOf(children) : { children })}
      />
      <SiteFooter view={view} follows={follows} scripted={scripted} />
    </Shell>
  );
}
