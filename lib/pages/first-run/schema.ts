import { z } from "zod";
import { optionalEmail, site } from "#lib/core/fields/address.ts";
import { newName } from "#lib/core/fields/name.ts";
import { requiring } from "#lib/core/fields/schema.ts";
import { MAX_NAME, plainText } from "#lib/core/fields/text.ts";
import { timeZone } from "#lib/core/fields/time.ts";
import { flag } from "#lib/core/fields/value.ts";
import { Password } from "#lib/identity/users/schema.ts";
import { UpdateStatusPage } from "#lib/pages/schema.ts";

/** The page is named after the organization. */
export const FirstRun = requiring(
  z.object({
    organization: newName(),
    name: plainText(MAX_NAME),
    email: optionalEmail(),
    password: Password.optional(),
    page_url: site(),
    subdomain: UpdateStatusPage.shape.subdomain,
    time_zone: timeZone(),
    draft: flag(),
  }),
  ["organization", "email", "password", "page_url", "time_zone"],
);
export type FirstRun = z.infer<typeof FirstRun>;
