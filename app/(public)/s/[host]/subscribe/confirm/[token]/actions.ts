"use server";
import { answerForm } from "#app/(public)/_forms/sent.ts";
import { confirmSubscription } from "#lib/subscribers/sign-up/manage.ts";

/** Says yes to a subscription. */
export async function confirmAction(form: FormData): Promise<void> {
  await answerForm(form, (ctx, { subdomain, token }) =>
    confirmSubscription(ctx, { subdomain, token }),
  );
}
