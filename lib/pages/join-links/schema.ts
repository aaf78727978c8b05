import { z } from "zod";
import { optionalEmail } from "#lib/core/fields/address.ts";
import { plainName } from "#lib/core/fields/name.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { MAX_NAME, plainText } from "#lib/core/fields/text.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import { Password } from "#lib/identity/users/schema.ts";

export const JoinLink = z.object({
  url: z.url().meta({
    description:
      "Whoever opens it and has an address at one of `allowed_email_domains` can join the page as a viewer. It works until it is replaced or revoked, and while the page has `member_restricted` and such domains.",
  }),
  inserted_at: wireTime,
});
export type JoinLink = z.infer<typeof JoinLink>;

/** `company` is a honeypot: hidden from people, filled in by bots. */
export const AskToJoin = requiring(
  z.object({ email: optionalEmail(), company: plainText(MAX_NAME) }),
  ["email"],
);
export type AskToJoin = z.infer<typeof AskToJoin>;

/** For someone who has proved an address but has no account. */
export const Join = z.object({ name: plainName(), password: Password.optional() });
export type Join = z.infer<typeof Join>;

named(JoinLink, "JoinLink");
