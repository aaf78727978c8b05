import { newChallenge } from "#lib/pages/captcha.ts";

/** A new challenge for the captcha of a sign-in; each can be used once. */
export async function GET(): Promise<Response> {
  return Response.json(await newChallenge(), { headers: { "Cache-Control": "no-store" } });
}
