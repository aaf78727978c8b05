import { cookies } from "next/headers";
import { isSecure } from "#lib/core/access/session-cookie.ts";

/**
 * A browser keeps these between two steps: which code it asked for; that its password was right;
 * its request to the provider; where it leaves to; texts shown once.
 */
type Step = "code" | "step" | "oidc" | "leave" | "shown";

function cookieName(step: Step): string {
  return `${isSecure() ? "__Host-" : ""}allclear-${step}`;
}

function options(maxAge: number) {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(), maxAge } as const;
}

export async function keep(step: Step, value: string, minutes: number): Promise<void> {
  (await cookies()).set(cookieName(step), value, options(minutes * 60));
}

/** Where `/sign-in/leave` leads to. */
export async function keepLeave(url: string): Promise<void> {
  await keep("leave", url, 1);
}

export async function kept(step: Step): Promise<string | undefined> {
  return (await cookies()).get(cookieName(step))?.value;
}

export async function forget(step: Step): Promise<void> {
  (await cookies()).set(cookieName(step), "", options(0));
}
