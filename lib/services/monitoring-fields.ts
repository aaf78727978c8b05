import { z } from "zod";
import { matching } from "#lib/core/fields/text.ts";
import { choice, flag } from "#lib/core/fields/value.ts";

// Extensions of the documented service fields.

const PUBLISH_MODES = ["at_once", "delayed", "draft"] as const;

const PublishPolicy = z.object({
  mode: z.enum(PUBLISH_MODES),
  delay_minutes: z.int().nullable(),
});
type PublishPolicy = z.infer<typeof PublishPolicy>;

const Heartbeat = z.object({ period_s: z.int(), grace_s: z.int() });
type Heartbeat = z.infer<typeof Heartbeat>;

const EXTENSION = { "x-extension": true };
const MAX_RETRIES = 5;
const MAX_STATUSES = 20;
const MAX_DELAY_MINUTES = 1_440;
const DEFAULT_DELAY_MINUTES = 5;
const HOUR_S = 3_600;
const MONTH_S = 31 * 24 * HOUR_S;

const RETRIES = {
  ...EXTENSION,
  description:
    "Failures in a row, after the first, that it takes until the service is down; null: one",
};
const CONFIRMATIONS = {
  ...EXTENSION,
  description:
    "Successes in a row until a service that was down is up; null: one, or two after more than five minutes",
};
const STATUSES = {
  ...EXTENSION,
  description:
    "HTTP statuses of a service that is up: `200`, or a range, `200-299`; none: all from 200 to 399",
};
const POLICY = {
  ...EXTENSION,
  description:
    "When an automatic incident is published: at once, after some minutes unless it is dismissed, or when your team publishes the draft",
};
const HEARTBEAT = {
  ...EXTENSION,
  description:
    "With `monitoring: webhook`: how often the service calls its heartbeat address, and by how much it may be late, in seconds. Silence means down",
};

const WARNINGS = {
  ...EXTENSION,
  description: "Whether an alert that is only a warning means down, too. Information never does",
};

const PolicyInput = z.object({
  mode: choice(PUBLISH_MODES),
  delay_minutes: z.int().min(0).max(MAX_DELAY_MINUTES).nullish(),
});

function publishPolicy() {
  return PolicyInput.nullish()
    .transform((given): PublishPolicy | undefined => {
      if (given === undefined) return undefined;
      const mode = given?.mode ?? "at_once";
      const unsaid = mode === "delayed" ? DEFAULT_DELAY_MINUTES : null;
      return { mode, delay_minutes: given?.delay_minutes || unsaid };
    })
    .meta(POLICY);
}

const HeartbeatInput = z.object({
  period_s: z.int().min(10).max(MONTH_S).nullish(),
  grace_s: z.int().min(0).max(MONTH_S).nullish(),
});

/** A heartbeat without a period counts as none. */
function heartbeat() {
  return HeartbeatInput.nullable()
    .transform((given): Heartbeat | null => {
      if (!given?.period_s) return null;
      return { period_s: given.period_s, grace_s: given.grace_s ?? 0 };
    })
    .optional()
    .meta(HEARTBEAT);
}

function statuses() {
  return z
    .array(matching(7, "[1-5][0-9][0-9](-[1-5][0-9][0-9])?", "bad_status"))
    .max(MAX_STATUSES)
    .nullish()
    .transform((list) => (list ? [...new Set(list)].filter((one) => one !== "") : undefined))
    .meta(STATUSES);
}

export const MONITORING_INPUT = {
  retries: z.int().min(0).max(MAX_RETRIES).nullish().meta(RETRIES),
  confirmations: z
    .int()
    .min(0)
    .max(MAX_RETRIES)
    .nullable()
    .transform((count) => count || null)
    .optional()
    .meta(CONFIRMATIONS),
  expected_statuses: statuses(),
  publish_policy: publishPolicy(),
  heartbeat: heartbeat(),
  count_warnings: flag().meta(WARNINGS),
};

export const MONITORING = {
  retries: z.int().nullable().meta(RETRIES),
  confirmations: z.int().nullable().meta(CONFIRMATIONS),
  expected_statuses: z.array(z.string()).meta(STATUSES),
  publish_policy: PublishPolicy.meta(POLICY),
  heartbeat: Heartbeat.nullable().meta(HEARTBEAT),
  count_warnings: z.boolean().meta(WARNINGS),
};
