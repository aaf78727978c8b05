import { database } from "#db/index.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import { delayAfter_s } from "#lib/core/outbox/messages.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { newChangeId } from "#lib/core/transaction/announce.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { notifyPageChanged } from "#lib/core/transaction/queries.ts";
import { serializeIntegration } from "#lib/pages/integrations/integrations.ts";
import {
  findEnabledIntegration,
  type IntegrationRow,
  updateIntegrationRow,
} from "#lib/pages/integrations/queries.ts";
import { openSecrets } from "#lib/pages/integrations/secrets.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { later, now, wireNow } from "#lib/platform/clock.ts";
import { machineMark } from "#lib/platform/i18n/machine.ts";
import { baseOf } from "#lib/platform/i18n/tags.ts";
import { listPlainServiceRows } from "#lib/services/queries.ts";
import { enqueueTranslation } from "#lib/site/translations/consumer.ts";
import {
  codeOf,
  readLanguages,
  type Server,
  serverOf,
  TranslationError,
  translateAll,
} from "#lib/site/translations/libretranslate.ts";
import { translateMarkdown } from "#lib/site/translations/markdown.ts";
import { listTexts, type TextRow, writeTranslation } from "#lib/site/translations/queries.ts";
import { offeredBy } from "#lib/site/words/visitor.ts";

const MAX_CHARACTERS = 10_000;
const ATTEMPTS = 9;
// A slow translation makes others wait this long; its rest then queues behind them.
const PATIENCE_MS = 60_000;
const TURN_S = 2;

// One per process: other jobs need the other workers.
let isBusy = false;

function needsTranslation({ text, field, translations }: TextRow, lang: string): boolean {
  if (text.trim() === "" || text.length > MAX_CHARACTERS) return false;
  if (translations[lang]?.machine === machineMark(text)) return false;
  return !Object.entries(translations).some(
    ([tag, texts]) => baseOf(tag) === baseOf(lang) && texts[field] && texts.machine === undefined,
  );
}

type Work = { ctx: Context; grant: PageGrant; subject: string; server: Server; settings: Settings };

async function write({ ctx, grant, subject }: Work, lang: string, said: [TextRow, string][]) {
  await changeRecords(ctx, grant, async (trx) => {
    for (const [row, text] of said) await writeTranslation(trx, grant, row, lang, text);
    const change = { withdrawn: "nothing", access: "same", id: newChangeId() } as const;
    await notifyPageChanged(trx, grant.status_page_id, change);
    const [kind = "", id = 0] = subject.split(":");
    const audit = { action: `${kind}.translate`, subject_id: Number(id), changes: { lang } };
    return { result: undefined, audit, events: [] };
  });
}

/** @returns whether all is done within the time. @throws {TranslationError} */
async function translateInto(
  work: Work,
  rows: readonly TextRow[],
  names: readonly string[],
): Promise<boolean> {
  const ends_at = now().getTime() + PATIENCE_MS;
  const { server, settings } = work;
  const written = settings.default_language;
  const languages = offeredBy(settings).filter((lang) => baseOf(lang) !== baseOf(written));
  const wanted = languages.filter((lang) => rows.some((row) => needsTranslation(row, lang)));
  if (wanted.length === 0) return true;
  const spoken = await readLanguages(server);
  const codes = spoken.map(({ code }) => code);
  const source = codeOf(written, codes);
  if (source === null) throw new TranslationError(`it does not speak ${written}`);
  const targets = spoken.find(({ code }) => code === source)?.targets ?? codes;
  for (const lang of wanted) {
    const target = codeOf(lang, targets);
    if (target === null) continue;
    if (now().getTime() > ends_at) return false;
    const say = (html: readonly string[]) => translateAll(server, html, { source, target });
    const said: [TextRow, string][] = [];
    for (const row of rows.filter((one) => needsTranslation(one, lang)))
      said.push([row, await translateMarkdown(row.text, names, say)]);
    await write(work, lang, said);
  }
  return true;
}

async function note(
  { ctx, grant }: Pick<Work, "ctx" | "grant">,
  { id, last_error: before }: IntegrationRow,
  last_error: string | null,
  again: Job | null,
): Promise<void> {
  if (last_error === null && before === null) return;
  await changeRecords(ctx, grant, async (trx) => {
    const checked = { checked_at: wireNow(), last_error, fields: {}, settings: {} };
    await updateIntegrationRow(trx, grant, id, checked);
    if (again && again.attempt <= ATTEMPTS) {
      const delay_s = delayAfter_s(again.attempt - 1, Math.random());
      await enqueueTranslation(trx, again, later(wireNow(), delay_s));
    }
    return { result: undefined, audit: null, events: [] };
  });
}

type Job = Payloads["translate-record"];

async function putOff(ctx: Context, job: Job): Promise<void> {
  const at = later(wireNow(), TURN_S);
  await ctx.db.transaction().execute((trx) => enqueueTranslation(trx, job, at));
}

async function translate(ctx: Context, grant: PageGrant, job: Job): Promise<void> {
  const { db } = ctx;
  const { subject, attempt } = job;
  const settings = parseSettings((await getStatusPageRow(db, grant)).settings);
  const row =
    settings.enable_auto_translations && (await findEnabledIntegration(db, grant, ["translate"]));
  if (!row) return;
  const server = serverOf(serializeIntegration(row).domain, openSecrets(row).key);
  const [kind = "", id = 0] = subject.split(":");
  const rows = await listTexts(db, grant, kind as "incident" | "info_notice", Number(id));
  const names = (await listPlainServiceRows(db, grant)).map(({ name }) => name);
  const work = { ctx, grant, subject, server, settings };
  try {
    if (!(await translateInto(work, rows, names))) await putOff(ctx, job);
    await note(work, row, null, null);
  } catch (error) {
    if (!(error instanceof TranslationError)) throw error;
    await note(work, row, error.message, { ...job, attempt: attempt + 1 });
  }
}

/**
 * Translates an incident or notice into its page's languages, except where an operator did. Records
 * failures on the integration and retries.
 */
export async function translateRecord(job: Job): Promise<void> {
  const ctx = systemContext(database(), "translate-record");
  const grant = await authorizeJob(ctx, job.status_page_id);
  if (!grant) return;
  if (isBusy) return putOff(ctx, job);
  isBusy = true;
  try {
    await translate(ctx, grant, job);
  } finally {
    isBusy = false;
  }
}
