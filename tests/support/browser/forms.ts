import type { Request, Response } from "#tests/support/http/http.ts";

const BOUNDARY = "----form-boundary-7MA4YWxkTrZu0gW";
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
export const EMPTY_FORM = `--${BOUNDARY}--\r\n`;

type Typed = Record<string, string | string[]>;

/**
 * What a browser without scripts would send: the fields of the first form, or of that which has
 * `marked`, as they stand, and what is typed.
 */
export function filledIn(html: string, typed: Typed, marked = ""): string {
  const forms = html.split("<form").slice(1);
  const form = forms.find((each) => each.includes(marked))?.split("</form>")[0] ?? "";
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([input]) => input);
  const attribute = (input: string, name: string) =>
    new RegExp(`\\s${name}="([^"]*)"`).exec(input)?.[1]?.replaceAll("&quot;", '"') ?? "";
  const fields = inputs
    .filter((input) => attribute(input, "type") === "hidden")
    .map((input) => [attribute(input, "name"), attribute(input, "value")]);
  const given = Object.entries(typed).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value]),
  );
  const parts = [...fields, ...given].map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}${EMPTY_FORM}`;
}

type Ask = (path: string, options?: Request) => Promise<Response>;

/** Fills in a form of a page and sends it, as a browser without scripts does. */
export async function sendForm(
  ask: Ask,
  path: string,
  typed: Typed,
  { marked, headers = {} }: { marked?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const { text } = await ask(path, { headers });
  return ask(path, {
    method: "POST",
    headers: { "content-type": FORM_TYPE, ...headers },
    body: filledIn(text, typed, marked),
  });
}
