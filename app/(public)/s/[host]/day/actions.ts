"use server";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { formIn, textIn } from "#lib/core/forms/read.ts";
import { credentialsIn, pageOfForm, runAsCaller } from "#lib/site/gate.ts";
import { isListedDay } from "#lib/site/snapshot/records.ts";
import { href, visitOf } from "#lib/site/words/visitor.ts";

/** Leads to a day; back to the form, where the page does not show it. */
export async function goToDay(sent: FormData): Promise<void> {
  const form = formIn(sent);
  const headed = await headers();
  const subdomain = pageOfForm(headed.get("host"));
  const day = textIn(form, "day") ?? "";
  const shown = await runAsCaller(credentialsIn(headed), (ctx) =>
    isListedDay(ctx, { subdomain, day }),
  );
  const lang = textIn(form, "lang");
  const visit = visitOf({ subdomain, host: headed.get("host"), accept_language: null, lang });
  redirect(href(visit, shown ? `/history/${day}` : `/day?day=${encodeURIComponent(day)}`));
}
