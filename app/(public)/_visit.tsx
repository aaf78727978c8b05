import { headers } from "next/headers";
import type { ReactNode } from "react";
import type { Context } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { credentialsIn, openAsCaller } from "#lib/public-page/gate/caller.ts";
import type { Snapshot } from "#lib/public-page/snapshot/snapshot.ts";
import { bytesForTexts, withFittingCards } from "#lib/public-page/view/fit-page.ts";
import { saidInFooter } from "#lib/public-page/view/said.ts";
import type { Said } from "#lib/public-page/view/texts.ts";
import { type View, viewOf, withTexts } from "#lib/public-page/view/view.ts";
import { type Visit, visitOf } from "#lib/public-page/words/visitor.ts";
import { addCustomCode, refuse } from "#lib/request-scope.ts";
import { Shell } from "./_ui/document.tsx";

export type PageProps<P extends string = never> = {
  params: Promise<Record<"host" | P, string>>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** How the visitor of a page came. */
async function readVisit(
  params: Promise<{ host: string }>,
  lang: string | string[] | undefined,
): Promise<Visit> {
  const [{ host }, headed] = await Promise.all([params, headers()]);
  return visitOf({
    subdomain: decodeURIComponent(host),
    host: headed.get("host"),
    accept_language: headed.get("accept-language"),
    lang,
  });
}

type Open<T> = (ctx: Context, subdomain: string) => Promise<T & { snapshot: Snapshot }>;

/**
 * Renders what `open` finds behind the gate. Where it finds nothing, or may not, that is told, and
 * lib/front/public-pages.ts answers.
 * @param say the operator's texts on it, the most important first: what fits is in the view
 */
export async function renderPage<T>(
  props: PageProps,
  open: Open<T>,
  say: (view: View, opened: T) => Said[],
  draw: (view: View, opened: T) => ReactNode,
): Promise<ReactNode> {
  const { lang } = await props.searchParams;
  const visit = await readVisit(props.params, lang);
  try {
    const opened = await openAsCaller(credentialsIn(await headers()), (ctx) =>
      open(ctx, visit.subdomain),
    );
    const { head_code, custom_js, strict_csp, enable_embedding } = opened.snapshot.page.settings;
    addCustomCode({ head_code, custom_js, strict_csp, enable_embedding });
    const view = withFittingCards(viewOf(visit, opened.snapshot));
    const said = [...say(view, opened), ...saidInFooter(view)];
    return draw(await withTexts(view, said, bytesForTexts(view)), opened);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== "forbidden" && error.code !== "not_found") throw error;
    refuse(error.code === "forbidden" ? "restricted" : "nothing");
    return Shell({ lang: visit.locale, head: null, children: null });
  }
}
