import { emptyAsNull, issue, limited, UNSTORABLE } from "#lib/core/fields/text.ts";

/** The directives of strftime that formats may have, beside `%%`; each may have a `-`: `%-d`. */
export const DIRECTIVES = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ";

const DIRECTIVE = `%-?[${DIRECTIVES}]`;
const OTHER = `[^%${UNSTORABLE}]|%%`;
const PATTERN = `^(?:(?:${OTHER})*${DIRECTIVE}(?:${OTHER}|${DIRECTIVE})*)?$`;
const FORMAT = new RegExp(PATTERN, "u");
const KNOWN = new RegExp(`^(?:%%|${DIRECTIVE})$`);

/** The first directive that nobody knows, as it is written. */
function unknownIn(format: string): string | undefined {
  return format.match(/%-?.?/gsu)?.find((directive) => !KNOWN.test(directive));
}

/** A format of dates or times, or null. */
export function optionalFormat(max: number, example: string) {
  return limited(max)
    .superRefine((format, ctx) => {
      const directive = unknownIn(format);
      if (directive !== undefined)
        ctx.addIssue({ code: "custom", ...issue("unknown_directive", { directive, example }) });
      else if (!FORMAT.test(format))
        ctx.addIssue({ code: "custom", ...issue("no_directive", { example }) });
    })
    .meta({ pattern: PATTERN, description: `As strftime has it: \`${example}\`` })
    .nullable()
    .transform(emptyAsNull)
    .optional();
}
