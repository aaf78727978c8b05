import {
  addressIn,
  colorIn,
  domainsIn,
  fieldsIn,
  flagIn,
  hostIn,
  listIn,
  numberIn,
  textIn,
} from "#lib/core/forms/read.ts";
import { AREAS, type AreaName, type FieldOf, fieldsOf } from "./_fields.ts";

function choiceIn(form: FormData, name: string): unknown {
  const chosen = textIn(form, name);
  return chosen && /^\d+$/.test(chosen) ? Number(chosen) : chosen || null;
}

type Json = Record<string, unknown>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object whose inner fields the form has by dotted names, over what there was before. */
function objectIn(form: FormData, name: string): Json | undefined {
  const whole = parsed(textIn(form, name) ?? "");
  if (!isRecord(whole)) return undefined;
  for (const key of new Set(form.keys())) {
    const path = key.split(".").slice(1);
    const last = path.pop();
    if (!key.startsWith(`${name}.`) || last === undefined || key.includes("__proto__")) continue;
    const inner = path.reduce<Json>((record, step) => {
      const next = isRecord(record[step]) ? { ...record[step] } : {};
      record[step] = next;
      return next;
    }, whole);
    inner[last] = textIn(form, key) || undefined;
  }
  return JSON.parse(JSON.stringify(whole)) as Json;
}

const READERS = {
  text: textIn,
  email: addressIn,
  area: textIn,
  code: textIn,
  zone: textIn,
  format: textIn,
  language: textIn,
  switch: flagIn,
  hours: numberIn,
  number: numberIn,
  colour: colorIn,
  list: listIn,
  select: choiceIn,
  names: objectIn,
  tokens: objectIn,
} satisfies Record<FieldOf["kind"], unknown>;

const PASTED: Partial<Record<FieldOf["name"], typeof textIn>> = {
  url: addressIn,
  subdomain: addressIn,
  restricted_ips: addressIn,
  allowed_email_domains: domainsIn,
  "domain_config.domain": hostIn,
};

const readers = Object.fromEntries(
  (Object.keys(AREAS) as AreaName[])
    .flatMap(fieldsOf)
    .map(({ name, kind }) => [name, PASTED[name] ?? READERS[kind]]),
);

/** The settings of a page that a form has. */
export function settingsIn(form: FormData): object {
  return fieldsIn(form, readers);
}
