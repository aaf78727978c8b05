/** Fields of records that people read. */
const TEXTS: ReadonlySet<string> = new Set([
  ...["name", "title", "description", "postmortem", "reason", "unit", "translations"],
  ...["about", "public_company_name", "header_logo_text", "custom_header", "custom_footer"],
]);

function keeps(before: unknown, after: unknown): boolean {
  if (typeof before === "string") return (typeof after === "string" ? after : "").includes(before);
  if (typeof before !== "object" || before === null) return true;
  const kept = (after ?? {}) as Record<string, unknown>;
  return Object.entries(before).every(([key, value]) => keeps(value, kept[key]));
}

/**
 * Whether a record no longer says something that it said, in any language: one of its texts is gone
 * or was changed, rather than added to.
 */
export function takesBack(before: object, after: object): boolean {
  const texts = Object.entries(before).filter(([field]) => TEXTS.has(field));
  return !keeps(Object.fromEntries(texts), after);
}
