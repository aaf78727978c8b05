import type { RowChange } from "#tests/support/db/changes.ts";
import type { Fields } from "./call.ts";
import type { Made, Subject } from "./sample.ts";

/** Fields of forms that name records beside the target; a spec finds those that are missing here. */
export const ID_FIELDS: Record<string, (stranger: Subject) => string> = {
  id: ({ ids }) => String(ids.service_id),
  ids: ({ ids }) => String(ids.service_id),
  service_id: ({ ids }) => String(ids.service_id),
  service_ids: ({ ids }) => String(ids.service_id),
  parent_id: ({ ids }) => String(ids.service_id),
  places: ({ ids }) => `${ids.service_id}::0`,
  incident_id: ({ ids }) => String(ids.incident_id),
  update_id: ({ ids }) => String(ids.update_id),
  incident_draft_id: ({ ids }) => String(ids.incident_draft_id),
  integration_id: ({ ids }) => String(ids.integration_id),
  import_id: ({ ids }) => String(ids.import_id),
  subscription_group_ids: ({ ids }) => String(ids.subscription_group_id),
  notification_recipients: ({ user }) => String(user.id),
  users_status_pages: ({ ids }) => String(ids.page_member_id),
};

/** What nobody is asked for, and what would be worth having. */
export function privileges({ organization, user }: Subject): Record<string, string> {
  const whose = { organization_id: String(organization.id), user_id: String(user.id) };
  const page = { status_page_id: String(organization.page.id), account_id: whose.user_id };
  const power = { role: "owner", organization_role: "owner", is_admin: "true", admin: "true" };
  const proofs = {
    email_confirmed: "true",
    password_hash: "x",
    method: "passkey",
    actor: "system",
  };
  return { ...whose, ...page, ...power, ...proofs, token_hash: "x", __proto__x: "1" };
}

/** The same call with more in its form: what the form has already is left. */
export function adding({ sent, ...rest }: Made, more: Fields): Made {
  if (!("form" in sent)) return { sent, ...rest };
  return { ...rest, sent: { form: { ...more, ...sent.form } } };
}

/** The same call with other values in its form, but for what names its target. */
export function replacing({ sent, ...rest }: Made, target: string[], more: Fields): Made {
  if (!("form" in sent)) return { sent, ...rest };
  const allowed = Object.entries(more).filter(([name]) => !target.includes(name));
  return { ...rest, sent: { form: { ...sent.form, ...Object.fromEntries(allowed) } } };
}

/** Each key of a record's values, those within as well, with what it has. */
function* values(key: string, value: unknown): Generator<[string, string]> {
  if (Array.isArray(value)) for (const each of value) yield* values(key, each);
  else if (typeof value === "object" && value !== null)
    for (const [inner, each] of Object.entries(value)) yield* values(inner, each);
  else if (value !== null && value !== undefined) yield [key, String(value)];
}

/** The columns in which what was written names something of a stranger's. */
export function reached(changes: RowChange[], stranger: Subject): string[] {
  const { ids, organization, user } = stranger;
  const known: Record<string, unknown> = {
    ...ids,
    ...Object.fromEntries(Object.entries(ID_FIELDS).map(([name, of]) => [name, of(stranger)])),
    ...{ organization_id: organization.id, status_page_id: organization.page.id },
    user_id: user.id,
  };
  const { id: _, ids: __, subdomain: ___, image: ____, day: _____, ...foreign } = known;
  return changes.flatMap(({ table, before, after }) =>
    [...values("", before), ...values("", after)]
      .filter(([key, value]) => key in foreign && String(foreign[key]) === value)
      .map(([key]) => `${table}.${key}`),
  );
}

// Written by the time that it is, by what others did before, and by chance: which shard counts.
const CIRCUMSTANTIAL = ["throttles", "service_days", "record_counts"];
const DERIVED = ["updated_at", "withdrawn_at", "revised_at", "bytes"];

function columns({ operation, before, after }: RowChange): string[] {
  const row = after ?? before ?? {};
  const all = Object.keys(row).filter((name) => !DERIVED.includes(name));
  const names = all.filter((name) =>
    operation === "UPDATE"
      ? JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name])
      : row[name] !== null,
  );
  const told = typeof row.changes === "object" ? Object.keys(row.changes ?? {}) : [];
  return [...names, ...told.map((name) => `changes.${name}`)].sort();
}

/** What was written, without the values that differ from call to call. */
export function shapeOf(changes: RowChange[]): string[] {
  return changes
    .filter(({ table }) => !CIRCUMSTANTIAL.includes(table))
    .map((change) => {
      const role = String(change.after?.role ?? change.before?.role ?? "");
      return `${change.operation} ${change.table} ${role} ${columns(change).join()}`;
    })
    .sort();
}
