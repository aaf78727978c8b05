import { MAIL_INTEGRATIONS } from "#lib/channels/email/route.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import {
  type IntegrationTarget,
  serializeIntegration,
} from "#lib/pages/integrations/integrations.ts";
import { getIntegrationRow } from "#lib/pages/integrations/queries.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { isUnanswered, openResolver } from "#lib/platform/dns/resolver.ts";

type RecordCheck<State extends string> = { state: State | "no_answer"; record: string | null };

type Spf = RecordCheck<"missing" | "several" | "open" | "lacks_provider" | "found">;
type Dkim = RecordCheck<"missing" | "unusual" | "revoked" | "found">;
type Dmarc = RecordCheck<"missing" | "several" | "watches" | "enforced">;

export type SenderRecords = { domain: string; spf: Spf; dkim: Dkim; dmarc: Dmarc };

const LIMIT_MS = 5_000;

type Texts = { texts: string[]; isThere: boolean } | null;
type Ask = (name: string) => Promise<Texts>;

/** Looks up TXT records, all within 5 s; null: no answer. */
function asking(): { ask: Ask; end: () => void } {
  const resolver = openResolver();
  const limit = setTimeout(() => resolver.cancel(), LIMIT_MS);
  const ask = async (name: string): Promise<Texts> => {
    try {
      const records = await resolver.resolveTxt(name);
      return { texts: records.map((parts) => parts.join("")), isThere: true };
    } catch (error) {
      if (isUnanswered(error)) return null;
      return { texts: [], isThere: (error as NodeJS.ErrnoException).code === "ENODATA" };
    }
  };
  return { ask, end: () => clearTimeout(limit) };
}

const NONE = { state: "no_answer", record: null } as const;

function fieldOf(record: string, name: string): string | null {
  const found = record.split(";").map((part) => part.trim().split(/\s*=\s*/));
  return found.find(([key]) => key?.toLowerCase() === name)?.[1] ?? null;
}

async function readSpf(ask: Ask, domain: string, provider: string | null): Promise<Spf> {
  const found = await ask(domain);
  if (!found) return NONE;
  const [record = null, ...more] = found.texts.filter((text) => /^v=spf1(?:\s|$)/i.test(text));
  if (record === null) return { state: "missing", record };
  if (more.length > 0) return { state: "several", record };
  if (/\s\+?all\b/i.test(record)) return { state: "open", record };
  const isCovered = provider === null || record.toLowerCase().includes(provider);
  return { state: isCovered ? "found" : "lacks_provider", record };
}

/** Common selectors. A domain may use others, which DNS cannot list. */
const SELECTORS = [
  ...["default", "dkim", "mail", "email", "smtp", "k1", "s1", "s2", "mx", "pic", "mailo"],
  ...["google", "selector1", "selector2", "mandrill", "fm1", "pm", "key1", "krs", "mg"],
];

async function readDkim(ask: Ask, domain: string): Promise<Dkim> {
  const names = SELECTORS.map((selector) => `${selector}._domainkey.${domain}`);
  const [above, ...found] = await Promise.all([`_domainkey.${domain}`, ...names].map(ask));
  const records = found.flatMap((one) => one?.texts ?? []).filter((text) => /\bp=/.test(text));
  const valid = records.find((text) => fieldOf(text, "p"));
  if (valid !== undefined) return { state: "found", record: `${valid.slice(0, 60)}…` };
  if (records.length > 0) return { state: "revoked", record: null };
  if (!above) return NONE;
  return { state: above.isThere ? "unusual" : "missing", record: null };
}

function ownersOf(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}

async function readDmarc(ask: Ask, domain: string): Promise<Dmarc> {
  for (const owner of ownersOf(domain)) {
    const found = await ask(`_dmarc.${owner}`);
    if (!found) return NONE;
    const [record, ...more] = found.texts.filter((text) => /^v=DMARC1\b/i.test(text));
    if (record === undefined) continue;
    if (more.length > 0) return { state: "several", record };
    const policy = fieldOf(record, "p")?.toLowerCase();
    const isEnforced = policy === "quarantine" || policy === "reject";
    return { state: isEnforced ? "enforced" : "watches", record };
  }
  return { state: "missing", record: null };
}

export async function readSenderRecords(
  domain: string,
  provider: string | null,
): Promise<SenderRecords> {
  const { ask, end } = asking();
  try {
    const [spf, dkim, dmarc] = await Promise.all([
      readSpf(ask, domain, provider),
      readDkim(ask, domain),
      readDmarc(ask, domain),
    ]);
    return { domain, spf, dkim, dmarc };
  } finally {
    end();
  }
}

// These providers use their own domain in the envelope.
const NAMED: Record<string, string> = { mailgun: "mailgun.org", sendgrid: "sendgrid.net" };

/**
 * Checks the DNS records of a mail integration's sender; null: the integration sends no mail.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function checkSenderDomain(
  ctx: Context,
  target: IntegrationTarget,
): Promise<SenderRecords | null> {
  const grant = await authorize(ctx, "integration.write", target);
  const row = await getIntegrationRow(ctx.db, grant, target.integration_id);
  const { name, domain, email_from_address } = serializeIntegration(row);
  if (!MAIL_INTEGRATIONS.some((known) => known === name)) return null;
  const { settings } = await getStatusPageRow(ctx.db, grant);
  const address = parseSettings(settings).notification_email ?? email_from_address;
  const own = address?.split("@").at(-1)?.toLowerCase();
  if (!own) return null;
  // Mailgun's envelope uses the domain configured there: its record counts.
  const envelope = name === "mailgun" && domain !== own ? null : (NAMED[name] ?? null);
  return readSenderRecords(own, envelope);
}
