import { headers } from "next/headers";
import type { ReactNode } from "react";
import type { Context } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { credentialsIn, openAsCaller } from "#lib/public-page/caller.ts";
import type { Snapshot } from "#lib/public-page/snapshot.ts";
import { type View, viewOf } from "#lib/public-page/view.ts";
import { type Visit, visitOf } from "#lib/public-page/visitor.ts";
import { addCustomCode, answerWith } from "#lib/request-scope.ts";
import { Missing } from "./_ui/missing.tsx";
import { Restricted } from "./_ui/restricted.tsx";

export type PageProps<P extends string = never> = {
  params: Promise<Record<"host" | P, string>>;
  searchParams: Promise<{ lang?: string | string[] }>;
};

/** How the visitor of a page came. */
async function readVisit(params: Promise<{ host: string }>, lang: string | string[] | undefined): Promise<Visit> {
  const [{ host }, headed] = await Promise.all([params, headers()]);
  return visitOf({ subdomain: decodeURIComponent(host), host: headed.get("host"), accept_language: headed.get("accept-language"), lang });
}

type Open<T> = (ctx: Context, subdomain: string) => Promise<T & { snapshot: Snapshot }>;

/** Renders what `open` finds behind the gate; where it finds nothing, or may not, a document that says so, with that status. */
export async function renderPage<T>(props: PageProps, open: Open<T>, draw: (view: View, opened: T) => ReactNode): Promise<ReactNode> {
  const { lang } = await props.searchParams;
  const visit = await readVisit(props.params, lang);
  try {
    const opened = await openAsCaller(credentialsIn(await headers()), (ctx) => open(ctx, visit.subdomain));
    const { head_code, custom_js, strict_csp, enable_embedding } = opened.snapshot.page.settings;
    addCustomCode({ head_code, custom_js, strict_csp, enable_embedding });
    return draw(viewOf(visit, opened.snapshot), opened);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "forbidden") {
      answerWith(403);
      return Restricted({ visit });
    }
    if (error.code !== "not_found") throw error;
    answerWith(404);
    return Missing({ visit });
  }
}
