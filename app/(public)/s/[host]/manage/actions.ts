"use server";
import { redirect } from "next/navigation";
import { answerForm } from "#app/(public)/_forms/sent.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { addressIn, textIn } from "#lib/core/forms/read.ts";
import { askForLink } from "#lib/subscribers/sign-up/manage.ts";
import { AskForLink } from "#lib/subscribers/sign-up/schema.ts";

/** Sends the link to manage a subscription to the address that has it. */
export async function askAction(sent: FormData): Promise<void> {
  await answerForm(sent, async (ctx, { form, subdomain, to }) => {
    const email = addressIn(form, "email");
    const input = parseInput(AskForLink, { email, company: textIn(form, "company") });
    await askForLink(ctx, { subdomain }, input);
    redirect(to("/manage?sent=1"));
  });
}
