import { cookies } from "next/headers";
import { isSecure } from "#lib/auth/session-cookie.ts";
import { CODE_MINUTES } from "#lib/captcha/codes.ts";

function cookieName(): string {
  return `${isSecure() ? "__Host-" : ""}allclear-code`;
}

function options(maxAge: number) {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(), maxAge } as const;
}

/** Keeps in the browser which code it asked for. */
export async function keepCodeToken(token: string): Promise<void> {
  (await cookies()).set(cookieName(), token, options(CODE_MINUTES * 60));
}

export async function codeToken(): Promise<string | undefined> {
  return (await cookies()).get(cookieName())?.value;
}

export async function forgetCodeToken(): Promise<void> {
  (await cookies()).set(cookieName(), "", options(0));
}
