import { invalid } from "#lib/errors.ts";
import { kindOf } from "#lib/integrations/kinds.ts";
import type { IntegrationRow } from "#lib/integrations/queries.ts";
import type { IntegrationInput } from "#lib/integrations/schema.ts";
import { sealSecrets } from "#lib/integrations/secrets.ts";

type Current = Pick<IntegrationRow, "name" | "key_hint">;

/** @throws {AppError} `invalid` when another kind is asked for */
export function checkName(current: Current, name: string | undefined): void {
  if (name !== undefined && name !== current.name)
    throw invalid({ name: [{ code: "unchangeable" }] });
}

function given(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** What is to be stored of an input: nothing that the kind needs is emptied. */
export function columnsOf(
  { name, key_hint }: Current,
  { key, password, settings, ...input }: IntegrationInput,
) {
  const needs: string[] = kindOf(name).needs;
  const fields = Object.entries(given(input)).filter(
    ([field, value]) => value !== null || !needs.includes(field),
  );
  const secrets = sealSecrets({ key: key === key_hint ? undefined : key, password });
  return { fields: Object.fromEntries(fields), settings: given(settings ?? {}), ...secrets };
}

/**
 * @param changes what `columnsOf` made of the input
 * @throws {AppError} `invalid` on a secret that would be sent elsewhere from now on and is not
 *   given anew
 */
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

/** What the audit log keeps of a change: of secrets only that they were set. */
export function auditable({ key, password, ...fields }: IntegrationInput): object {
  const secrets = Object.keys(given({ key, password }));
  return { ...fields, ...(secrets.length > 0 && { secrets }) };
}
