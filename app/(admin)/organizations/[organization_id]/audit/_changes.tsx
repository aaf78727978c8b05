import type { Translate } from "#lib/platform/i18n/translator.ts";

type Props = { before: unknown; changes: unknown; t: Translate };

const MAX_CHARACTERS = 300;

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

/** New values, field by field, beside the ones before. */
export function Changes({ before, changes, t }: Props) {
  const fields = Object.entries((changes ?? {}) as Record<string, unknown>);
  const known = (before ?? {}) as Record<string, unknown>;
  if (fields.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-muted">
        {t("admin_audit.fields", { count: fields.length })}
      </summary>
      <dl className="mt-2 space-y-1.5 text-sm">
        {fields.map(([field, value]) => (
          <div key={field}>
            <dt className="font-mono text-muted">{field}</dt>
            <dd className="wrap-anywhere">
              {field in known && (
                <>
                  <del>{shown(known[field])}</del> →{" "}
                </>
              )}
              {shown(value)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
