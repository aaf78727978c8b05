"use server";
import { redirect } from "next/navigation";
import { formIn } from "#lib/core/forms/read.ts";
import { endSession } from "#lib/identity/sessions/session.ts";
import { onwardIn, withOnward } from "./onward.ts";

/** @param sent may say where whoever signs in next wants to be */
export async function signOutAction(sent: FormData): Promise<void> {
  const form = formIn(sent);
  await endSession();
  const onward = onwardIn(Object.fromEntries(form));
  redirect(onward.wish ? withOnward("/sign-in", onward) : "/sign-in?signed_out=1");
}
