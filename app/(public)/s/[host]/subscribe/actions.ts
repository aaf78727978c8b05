"use server";
import { redirect } from "next/navigation";
import { choiceIn, formatIn, styleIn } from "#app/(public)/_forms/read.ts";
import { answerForm } from "#app/(public)/_forms/sent.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { addressIn, textIn } from "#lib/core/forms/read.ts";
import { Subscribe } from "#lib/subscribers/sign-up/schema.ts";
import { subscribe } from "#lib/subscribers/sign-up/subscribe.ts";

const TYPED = [
  ...["channel", "email", "country_dial_code", "phone_number", "chat_url", "zoom_token"],
  ...["webhook_url", "company"],
];

/** Subscribes an address, or says at which field that fails. */
export async function subscribeAction(sent: FormData): Promise<void> {
  await answerForm(sent, async (ctx, { form, subdomain, locale, to }) => {
    const typed = TYPED.map((name) => [name, addressIn(form, name)]);
    const channel = textIn(form, "channel");
    const how = channel === "webhook" ? formatIn(form) : styleIn(form, `living_${channel}`);
    const chosen = { ...choiceIn(form), ...how };
    const input = parseInput(Subscribe, { ...Object.fromEntries(typed), ...chosen });
    const subscribed = await subscribe(ctx, { subdomain }, input, locale);
    if (subscribed.state === "asked") redirect(to("/subscribe?sent=1"));
    return subscribed;
  });
}
