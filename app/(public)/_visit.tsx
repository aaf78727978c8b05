import { headers } from "next/headers";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { Shell } from "#app/(public)/_ui/document.tsx";
import { refusalBy } from "#lib/core/access/restriction.ts";
import { type Actor, type Context, requestContext } from "#lib/core/request/context.ts";
import { addCustomCode, answerAs, refuse } from "#lib/core/request/request-scope.ts";
import { type Declared, type PageRequest, pageRequest } from "#lib/core/routes/route.ts";
import type { PageIdentity } from "#lib/pages/page-identity.ts";
import { credentialsIn, linkAt, runAsCaller } from "#lib/site/gate.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { footerTexts } from "#lib/site/view/operator-texts.ts";
import type { OperatorText } from "#lib/site/view/texts.ts";
import {
  bytesForTexts,
  type View,
  viewOf,
  withFittingCards,
  withTexts,
} from "#lib/site/view/view.ts";
import { inLanguageOf, type Visit, visitOf } from "#lib/site/words/visitor.ts";

declare const sealed: unique symbol;

/** Parameters from Next. Only those that the page's entry declares come out of it, in `Asked`. */
export type PageProps = { readonly [sealed]: never };

type Given = Promise<Record<string, string | string[] | undefined>>;

/** How the visitor of a page came. */
async function readVisit(subdomain: string, lang: string | undefined): Promise<Visit> {
  const headed = await headers();
  return visitOf({
    subdomain,
    host: headed.get("host"),
    accept_language: headed.get("accept-language"),
    lang,
  });
}

/** Our own server answers in place of the empty document; Next alone has nothing to show. */
function nothing(error: unknown, { locale }: Visit): ReactNode {
  if (!refuse(refusalBy(error))) notFound();
  return Shell({ lang: locale, head: null, children: null });
}

function isSignedIn(actor: Actor): boolean {
  return actor.kind === "reader" || (actor.kind === "user" && actor.api_key_id === null);
}

type Parts<P extends string, Q extends string, T extends { snapshot: Snapshot }> = {
  open: (ctx: Context, asked: PageRequest<P, Q>) => Promise<T>;
  /** The operator's texts on it, the most important first: what fits is in the view. */
  say: (view: View, opened: T) => OperatorText[];
  draw: (view: View, opened: T, asked: PageRequest<P, Q>) => ReactNode;
};

type PageRoute<P extends string, Q extends string> = Declared<"document" | "form", P, Q | "lang">;

async function render<P extends string, Q extends string, T extends { snapshot: Snapshot }>(
  route: PageRoute<P, Q>,
  props: PageProps,
  { open, say, draw }: Parts<P, Q | "lang", T>,
): Promise<ReactNode> {
  answerAs(route);
  const { params, searchParams } = props as unknown as Record<"params" | "searchParams", Given>;
  const asked = pageRequest(route, await params, await searchParams);
  const visit = await readVisit(asked.subdomain, asked.lang);
  try {
    let signed_in = false;
    const { subdomain, token = "" } = asked as { subdomain: string; token?: string };
    const openAs = (ctx: Context) => {
      signed_in = isSignedIn(ctx.actor);
      return open(ctx, asked);
    };
    const link = linkAt(subdomain, route, token);
    const opened = await runAsCaller(credentialsIn(await headers()), openAs, link);
    addCustomCode(opened.snapshot.page.settings);
    const view = withFittingCards(viewOf({ ...visit, signed_in }, opened.snapshot));
    const said = [...say(view, opened), ...footerTexts(view)];
    return draw(await withTexts(view, said, bytesForTexts(view)), opened, asked);
  } catch (error) {
    return nothing(error, visit);
  }
}

/**
 * Renders what `open` finds behind the gate, by the page's entry in lib/core/routes/routes.ts.
 * Where it finds nothing, or may not, that is told, and lib/server/front/public-pages.ts answers.
 */
export function renderPage<P extends string, Q extends string, T extends { snapshot: Snapshot }>(
  route: Declared<"document", P, Q | "lang">,
  props: PageProps,
  parts: Parts<P, Q | "lang", T>,
): Promise<ReactNode> {
  return render(route, props, parts);
}

/**
 * The same for a page with a form, for this visitor alone, without scripts and operators' code. A
 * server action answers its form, in place or by a redirect; or a route handler, by a redirect.
 */
export function formPage<P extends string, Q extends string, T extends { snapshot: Snapshot }>(
  route: Declared<"form", P, Q | "lang">,
  props: PageProps,
  parts: Parts<P, Q | "lang", T>,
): Promise<ReactNode> {
  return render(route, props, parts);
}

type FaceParts<P extends string, Q extends string, T> = {
  open: (ctx: Context, asked: PageRequest<P, Q>) => Promise<T>;
  draw: (visit: Visit, face: T, asked: PageRequest<P, Q>) => ReactNode;
};

/**
 * Renders what a page for members shows to those who have to sign in: the same for everybody, since
 * nothing of the page is read but whose it is.
 */
export async function facePage<P extends string, Q extends string, T extends PageIdentity>(
  route: PageRoute<P, Q>,
  props: PageProps,
  { open, draw }: FaceParts<P, Q | "lang", T>,
): Promise<ReactNode> {
  answerAs(route);
  const { params, searchParams } = props as unknown as Record<"params" | "searchParams", Given>;
  const asked = pageRequest(route, await params, await searchParams);
  const visit = await readVisit(asked.subdomain, asked.lang);
  try {
    const face = await open(requestContext(), asked);
    return draw(inLanguageOf(visit, face.settings), face, asked);
  } catch (error) {
    return nothing(error, visit);
  }
}
