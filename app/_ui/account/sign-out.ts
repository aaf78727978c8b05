"use server";
import { redirect } from "next/navigation";
import { formIn } from "#lib/core/forms/read.ts";
import { providerSignOutUrl } from "#lib/identity/oidc/sign-out.ts";
import { endSession } from "#lib/identity/sessions/session.ts";
import { keepLeave } from "./cookies.ts";
import { fieldsOfOnward, onwardIn } from "./onward.ts";

/** @param sent may say where whoever signs in next wants to be */
export async function signOutAction(sent: FormData): Promise<void> {
  const form = formIn(sent);
  const onward = onwardIn(Object.fromEntries(form));
  const query = new URLSearchParams(onward.wish ? fieldsOfOnward(onward) : { signed_out: "1" });
  const url = await providerSignOutUrl(await endSession(), query.toString());
  if (url === null) redirect(`/sign-in?${query}`);
  await keepLeave(url);
  redirect("/sign-in/leave");
}
