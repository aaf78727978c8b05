"use server";
import { redirect } from "next/navigation";
import { choiceIn, formatIn, styleIn } from "#app/(public)/_forms/read.ts";
import { answerForm } from "#app/(public)/_forms/sent.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { textIn } from "#lib/core/forms/read.ts";
import { rotateOwnSecret } from "#lib/subscribers/rotate-secret.ts";
import { changeChoice, renewLink } from "#lib/subscribers/sign-up/manage.ts";
import { Choice } from "#lib/subscribers/sign-up/schema.ts";

/** Changes what a subscriber hears about. */
export async function chooseAction(sent: FormData): Promise<void> {
  await answerForm(sent, async (ctx, { form, subdomain, token, locale, to }) => {
    const isUnchecked = textIn(form, "lived") === "1" && !form.has("living");
    const style = isUnchecked ? { style: "every_update" } : styleIn(form, "living");
    const input = parseInput(Choice, { ...choiceIn(form), ...style, ...formatIn(form) });
    await changeChoice(ctx, { subdomain, token }, input, locale);
    redirect(to(`/manage/${token}?saved=choice`));
  });
}

/** Replaces every link to the subscription. */
export async function renewAction(form: FormData): Promise<void> {
  await answerForm(form, async (ctx, { subdomain, token, to }) => {
    const renewed = await renewLink(ctx, { subdomain, token });
    redirect(to(`/manage/${renewed}?saved=link`));
  });
}

/** Shows a webhook's new secret once. */
export async function rotateAction(form: FormData): Promise<void> {
  await answerForm(form, (ctx, { subdomain, token }) => rotateOwnSecret(ctx, { subdomain, token }));
}
