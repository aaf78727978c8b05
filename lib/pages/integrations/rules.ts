import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { checkKnown } from "#lib/core/transaction/page-rows.queries.ts";
import { kindOf } from "#lib/pages/integrations/kinds.ts";
import type { IntegrationRow } from "#lib/pages/integrations/queries.ts";
import type { IntegrationInput } from "#lib/pages/integrations/schema.ts";
import { sealSecrets } from "#lib/pages/integrations/secrets.ts";
import { MASK, maskUrl } from "#lib/platform/crypto/mask.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { namesRefusedTarget } from "#lib/platform/http/http.ts";
import { serverAddress } from "#lib/platform/http/provider-calls.ts";

type Current = Pick<IntegrationRow, "name" | "key_hint">;

/** @throws {AppError} `invalid`: the kind cannot change */
export function checkName(current: Current, name: string | undefined): void {
  if (name !== undefined && name !== current.name)
    throw invalid({ name: [{ code: "unchangeable" }] });
}

function given(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

type Calendar = Pick<IntegrationInput, "key" | "settings">;

/** A calendar address is a secret: it is stored as the key, and the settings contain a hint. */
function calendarOf({ key, settings }: Calendar, key_hint: string | null): Calendar {
  const { url, ...others } = settings ?? {};
  const address = url?.includes(MASK) ? undefined : url;
  const chosen = address ?? (key === key_hint ? undefined : key);
  const hint = chosen ? maskUrl(chosen) : null;
  return {
    key: chosen,
    settings: { ...others, ...(hint && { url: hint }) } as Calendar["settings"],
  };
}

type Named = IntegrationInput & { name: string };

/** The addresses that an integration would call, by input field. */
function targetsOf({ name, key, domain, relay, settings }: Named): [string, string][] {
  const host = relay?.includes(":") ? `[${relay}]` : relay;
  const calendar = Object.entries({ key, "settings.url": settings?.url });
  const found: [string, string | null | undefined][] = [
    ...(name === "calendar" ? calendar : []),
    ...(domain && ["social", "translate"].includes(name)
      ? [["domain", serverAddress(domain)] as [string, string]]
      : []),
    ["relay", host && `http://${host}`],
  ];
  return found.flatMap(([field, address]): [string, string][] => {
    const url = address?.replace(/^webcals?:/i, "https:");
    const isAddress = url && /^https?:/i.test(url) && !url.includes(MASK) && URL.canParse(url);
    return isAddress ? [[field, url]] : [];
  });
}

/** Checks names only, without DNS. @throws {AppError} `invalid` on private targets */
export function checkTargets(input: Named): void {
  const refused = targetsOf(input).filter(([, url]) => namesRefusedTarget(url));
  if (refused.length === 0) return;
  const errors = refused.map(([field]) => [field, [{ code: "private_target" as const }]]);
  throw invalid(Object.fromEntries(errors));
}

/** Ids from before the change may belong to services deleted since. @throws {AppError} `invalid` */
export async function checkServices(
  trx: Trx,
  grant: PageGrant,
  { settings }: IntegrationInput,
  current?: IntegrationRow,
): Promise<void> {
  const before = Object(current?.settings).service_ids ?? [];
  const added = (settings?.service_ids ?? []).filter((id) => !before.includes(id));
  await checkKnown(trx, grant, added, "settings.service_ids");
}

/** @throws {AppError} `invalid` on `key` when a calendar has no address */
export function checkAddress({ name, key, settings }: Named): void {
  if (name !== "calendar" || key || settings?.url) return;
  throw invalid({ key: [{ code: "blank" }] });
}

/** Required fields cannot be emptied. */
export function columnsOf(
  { name, key_hint }: Current,
  { key: given_key, password, settings: asked, ...input }: IntegrationInput,
) {
  const { key, settings } =
    name === "calendar"
      ? calendarOf({ key: given_key, settings: asked }, key_hint)
      : { key: given_key, settings: asked };
  const needs: string[] = kindOf(name).needs;
  const fields = Object.entries(given(input)).filter(
    ([field, value]) => value !== null || !needs.includes(field),
  );
  const secrets = sealSecrets({ key: key === key_hint ? undefined : key, password });
  return { fields: Object.fromEntries(fields), settings: given(settings ?? {}), ...secrets };
}

/** @throws {AppError} `invalid` on a kept secret that would go to another server */
export function checkSecretsGiven(
  current: IntegrationRow,
  changes: ReturnType<typeof columnsOf>,
): void {
  const fields = current.fields as Record<string, unknown>;
  const moved = (kindOf(current.name).sent_to ?? []).filter(
    (field) => (changes.fields[field] ?? fields[field]) !== fields[field],
  );
  const kept = (["key", "password"] as const).filter(
    (secret) => current[`${secret}_sealed`] && !changes[`${secret}_sealed`],
  );
  if (moved.length === 0 || kept.length === 0) return;
  const again = { code: "needed_again", values: { fields: moved.join(", ") } } as const;
  throw invalid(Object.fromEntries(kept.map((secret) => [secret, [again]])));
}

/** The audit log records only which secrets were set. */
export function auditable({
  key,
  password,
  settings,
  ...fields
}: Omit<IntegrationInput, "settings"> & { settings?: object | null }): object {
  const { url, ...shown }: { url?: string } = settings ?? {};
  const secrets = Object.keys(given({ key, password, "settings.url": url }));
  return {
    ...fields,
    ...(settings && { settings: shown }),
    ...(secrets.length > 0 && { secrets }),
  };
}
