/**
 * From a day to another as a language writes it. Some write days in numbers there that they write
 * in words elsewhere: then each day in full.
 */
export function dayRange(format: Intl.DateTimeFormat, from: Date, to: Date): string {
  const parts = format.formatRangeToParts(from, to);
  const isNumeric = parts.some(({ type, value }) => type === "literal" && value.includes("/"));
  if (isNumeric) return `${format.format(from)} – ${format.format(to)}`;
  return format.formatRange(from, to);
}
