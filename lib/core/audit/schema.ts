import { z } from "zod";
import { wireTime } from "#lib/core/fields/time.ts";

export const AuditRow = z.object({
  id: z.int(),
  inserted_at: wireTime,
  action: z.string().meta({ description: "Subject and verb", examples: ["incident.create"] }),
  actor: z
    .string()
    .meta({ description: "`user:<id>`, `api_key:<id>` or `system`", examples: ["user:7"] }),
  actor_name: z
    .string()
    .nullable()
    .meta({ description: "The user's e-mail address or the key's name, while they exist" }),
  api_key_id: z.int().nullable().meta({ description: "The key that the actor used" }),
  subject: z.string().meta({ examples: ["incident:42"] }),
  status_page: z
    .string()
    .nullable()
    .meta({ description: "The subdomain of the page concerned, while it exists" }),
  changes: z.unknown().meta({ description: "What was set, without secrets" }),
  before: z
    .unknown()
    .meta({ description: "What the changed fields were before; null where that is not known" }),
  request_id: z.string().nullable(),
  address: z.string().nullable().meta({ description: "The client's address" }),
});
export type AuditRow = z.infer<typeof AuditRow>;
