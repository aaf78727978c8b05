import { IN_PATHS } from "#lib/api/reference/samples.ts";

type Call = {
  method: string;
  url: string;
  is_public: boolean;
  body: unknown;
  /** The media type of a file that is sent in place of JSON. */
  file: string | null;
};

const SHORT = 60;

/** JSON as people write it: short lists of plain values stay on their line. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (list, inner) => {
    const line = String(inner).replace(/\s*\n\s*/g, " ");
    return line.length <= SHORT ? `[${line}]` : list;
  });
}

/** A path with an example of each of its parameters. */
export function filledIn(path: string): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => IN_PATHS[name] ?? whole);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command that a reader can paste into a shell; `$KEY` is their key. */
export function curlOf({ method, url, is_public, body, file }: Call): string {
  const isPlain = method === "GET" || (method === "POST" && body !== undefined);
  const parts = [
    `curl ${isPlain ? "" : `-X ${method} `}${url}`,
    ...(is_public ? [] : ['-H "Authorization: $KEY"']),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
    ...(body === undefined ? [] : [`-d ${quoted(pretty(body))}`]),
    ...(file === null ? [] : [`-H "Content-Type: ${file}"`, "--data-binary @logo.png"]),
  ];
  return parts.join(" \\\n  ");
}
