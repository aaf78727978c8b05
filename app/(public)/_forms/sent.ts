import { headers } from "next/headers";
import { redirect, unstable_rethrow } from "next/navigation";
import { refusal } from "#lib/core/forms/errors.ts";
import { formIn, textIn, valuesOf } from "#lib/core/forms/read.ts";
import { EMPTY } from "#lib/core/forms/state.ts";
import { type Context, requestContext } from "#lib/core/request/context.ts";
import { answerInPlace } from "#lib/core/request/request-scope.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { chosenLocale } from "#lib/platform/i18n/negotiation.ts";
import { type Locale, spoken, translator } from "#lib/platform/i18n/translator.ts";
import { credentialsIn, linkOfForm, pageOfForm, runAsCaller } from "#lib/site/gate.ts";
import { href, type Visit, visitOf } from "#lib/site/words/visitor.ts";

/** Hidden fields of every form of a page. */
export type Sender = {
  form: FormData;
  subdomain: string;
  token: string;
  /** The language of the page that the form is on. */
  locale: Locale;
  /** The address of a path of the page. */
  to: (path: string) => string;
};

function senderOf(form: FormData, host: string | null): Sender {
  const subdomain = pageOfForm(host);
  const chosen = textIn(form, "lang");
  const visit: Visit = visitOf({ subdomain, host, accept_language: null, lang: chosen });
  const locale = spoken(textIn(form, "locale") ?? "");
  const lang = chosenLocale(chosen);
  const token = textIn(form, "token") ?? "";
  return { form, subdomain, token, locale, to: (path) => href(visit, path, lang) };
}

function formOf({ token }: Sender): string {
  return token ? `/manage/${token}` : "/subscribe";
}

/**
 * Answers a form of a page for whoever may see it: by a redirect, which `act` makes, or in place,
 * with what it returns or what was wrong. Nothing that was typed is lost.
 * @param elsewhere the path that says what is not there, or not for this visitor
 */
export async function answerForm(
  sent: FormData,
  act: (ctx: Context, sender: Sender) => Promise<unknown>,
  elsewhere: (sender: Sender) => string = formOf,
): Promise<void> {
  const headed = await headers();
  const form = formIn(sent);
  const sender = senderOf(form, headed.get("host"));
  try {
    const link = linkOfForm(headed.get("host"));
    const result = await runAsCaller(credentialsIn(headed), (ctx) => act(ctx, sender), link);
    answerInPlace({ state: EMPTY, result });
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof AppError && /^(forbidden|not_found)$/.test(error.code))
      redirect(sender.to(elsewhere(sender)));
    const t = translator(sender.locale);
    const refused = refusal(error, t, requestContext().request_id, "visitors");
    answerInPlace({ state: { ...EMPTY, ...refused, values: valuesOf(form) }, result: null });
  }
}
