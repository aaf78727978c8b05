import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import { BACKUP_PROBLEMS } from "#lib/monitoring/warnings/backup-problems.ts";
import { PURGE_PROBLEMS } from "#lib/monitoring/warnings/purge-problems.ts";

const KINDS = {
  service_down:
    "A monitored service is down, no incident says so, and none waits to be published; `detail` is why: a code and its figures, such as `status 503`",
  certificate_expiring: "The TLS certificate of a monitored service expires within 14 days",
  monitor_offline:
    "The monitor's own network is unavailable: its checks of this page count as no data",
  checks_stalled: "Services of this page have not been checked for more than three minutes",
  backup_failed: `The last scheduled backup of this server failed; \`detail\` is why: ${BACKUP_PROBLEMS.map((problem) => `\`${problem}\``).join(", ")}. It is tried again`,
  cdn_purge_failing: `No purge at the CDN has succeeded for five minutes: changes appear late; \`detail\` is why: ${PURGE_PROBLEMS.map((problem) => `\`${problem}\``).join(", ")}`,
  incident_over: "An incident is open, though all its services are monitored and up",
  incident_unwatched:
    "An incident that monitoring opened is open, and none of its services is monitored any more",
  no_update: "Nothing was said for longer than the page's hours for long-running incidents",
  promise_due: "The next update is promised within 15 minutes",
  promise_overdue: "The promised time of the next update is past",
  maintenance_not_started: "A maintenance has reached its start, and no update says that it began",
  maintenance_not_ended: "A maintenance that was begun is past its end, and no update says so",
  webhook_failing: "A webhook's last delivery failed, or it was disabled after failures",
  mail_template_failing: "A template of e-mail failed, and the built-in letter was sent instead",
  integration_failing:
    "An integration that is switched on failed when it was last used, as where its provider refuses the account",
  mail_waiting:
    "The mail server or provider does not take the page's mail, for reasons that are not its recipients': it waits and is tried again; `detail` is what was answered",
  mail_not_sent:
    "The page has subscribers by e-mail, but neither a mail integration nor a mail server: mail is only kept in the server's mail folder",
  addresses_quarantined:
    "Addresses were refused for good within a week; `detail` says how many, up to 1,000",
  domain_unverified: "The custom domain does not work yet, or not any more",
  domain_certificate_ending:
    "The certificate that was uploaded for the custom domain has expired, or expires within 30 days",
  domain_at_risk:
    "The custom domain works, but visitors may not reach it, or its certificate will not be renewed",
  type_unknown_to_plugins:
    "An open incident has a type of the page's own, which monitoring plugins read as unknown",
} as const;

const SUBJECTS = ["service", "incident", "webhook", "integration", "status_page"] as const;
const URGENCIES = ["error", "warning", "info"] as const;

export type FindingKind = keyof typeof KINDS;

const described = Object.entries(KINDS).map(([kind, text]) => `\`${kind}\`: ${text}.`);

export const Finding = z.object({
  kind: z
    .enum(Object.keys(KINDS) as [FindingKind, ...FindingKind[]])
    .meta({ description: described.join(" ") }),
  urgency: z.enum(URGENCIES),
  subject_type: z.enum(SUBJECTS),
  subject_id: z.int(),
  subject: z.string().meta({ description: "Name, title or address of the subject" }),
  since: wireTime.nullable().meta({ description: "Since when, or when it is due; null: unknown" }),
  detail: z
    .string()
    .nullable()
    .meta({ description: "The last error, the type's key, or how many" }),
});
export type Finding = z.infer<typeof Finding>;

export const URGENCY: Record<FindingKind, Finding["urgency"]> = {
  service_down: "error",
  monitor_offline: "error",
  checks_stalled: "error",
  backup_failed: "error",
  cdn_purge_failing: "error",
  certificate_expiring: "warning",
  webhook_failing: "error",
  integration_failing: "error",
  mail_waiting: "error",
  mail_not_sent: "error",
  promise_overdue: "error",
  no_update: "warning",
  incident_over: "warning",
  incident_unwatched: "warning",
  maintenance_not_ended: "warning",
  mail_template_failing: "warning",
  domain_unverified: "warning",
  domain_certificate_ending: "warning",
  domain_at_risk: "warning",
  promise_due: "info",
  maintenance_not_started: "info",
  type_unknown_to_plugins: "info",
  addresses_quarantined: "info",
};

named(Finding, "Finding");
