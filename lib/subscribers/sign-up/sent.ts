import { AppError } from "#lib/platform/errors/errors.ts";

const NAME = /^subscriber\[(\w+)\]$/;

function ofForm(form: FormData | URLSearchParams): Record<string, unknown> {
  const fields = [...form].flatMap(([name, value]) => {
    const field = NAME.exec(name)?.[1];
    return field ? [[field, value]] : [];
  });
  return Object.fromEntries(fields);
}

function ofJson(text: string): unknown {
  const sent: unknown = JSON.parse(text);
  const isObject = typeof sent === "object" && sent !== null;
  return isObject && "subscriber" in sent ? sent.subscriber : {};
}

/**
 * What a script sent of a subscriber: a form, also one that its sender took for plain text, or JSON.
 * @throws {AppError} `bad_request`
 */
export async function subscriberIn(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  try {
    if (/^multipart\//i.test(type)) return ofForm(await request.formData());
    const text = await request.text();
    return /json/i.test(type) ? ofJson(text) : ofForm(new URLSearchParams(text));
  } catch {
    throw new AppError("bad_request", "The body cannot be read");
  }
}
