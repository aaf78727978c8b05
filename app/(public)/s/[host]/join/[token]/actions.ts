"use server";
import { redirect } from "next/navigation";
import { answerForm, type Sender } from "#app/(public)/_forms/sent.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { addressIn, textIn } from "#lib/core/forms/read.ts";
import { askToJoin } from "#lib/pages/join-links/join.ts";
import { AskToJoin } from "#lib/pages/join-links/schema.ts";

function pathOf({ token }: Sender): string {
  return `/join/${token}`;
}

/** Sends a link to an address that may join the page. */
export async function askToJoinAction(sent: FormData): Promise<void> {
  await answerForm(
    sent,
    async (ctx, sender) => {
      const { form, subdomain, token, locale } = sender;
      const email = addressIn(form, "email");
      const input = parseInput(AskToJoin, { email, company: textIn(form, "company") });
      await askToJoin(ctx, { subdomain, token }, input, locale);
      redirect(sender.to(`${pathOf(sender)}?sent=1`));
    },
    pathOf,
  );
}
