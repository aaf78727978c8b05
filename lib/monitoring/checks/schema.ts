import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import { REASONS } from "#lib/monitoring/checks/reasons.ts";

const part = z.number().nullable();

export const ServiceCheck = z.object({
  checked_at: wireTime,
  outcome: z.enum(["up", "down", "none"]).meta({
    description: "none: the check could not be made, through no fault of the service",
  }),
  reason: z.enum(REASONS).nullable().meta({ description: "Why it is not up" }),
  detail: z
    .string()
    .nullable()
    .meta({ description: "The figure of the reason, such as the HTTP status" }),
  response_ms: z.int(),
  certificate_ends_at: wireTime.nullable(),
  requests: z
    .array(
      z.object({
        method: z.string(),
        url: z.string(),
        status: z.int().nullable(),
        headers: z.array(z.object({ key: z.string(), value: z.string() })),
        dns_ms: part,
        connect_ms: part,
        tls_ms: part,
        first_byte_ms: part,
      }),
    )
    .meta({ description: "The requests that were made, several where one was redirected" }),
});
export type ServiceCheck = z.output<typeof ServiceCheck>;

named(ServiceCheck, "ServiceCheck");
