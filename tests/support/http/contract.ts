import { readFileSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Ajv2020, type AnySchema } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Response } from "#tests/support/http/http.ts";
import { run } from "#tests/support/server/run.ts";

type Reference = { $ref?: string };
type Described = {
  content?: Record<string, { schema: AnySchema }>;
  headers?: Record<string, unknown>;
} & Reference;
type Operation = { responses: Record<string, Described>; security: object[] };
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
  webhooks: Record<string, Record<string, Pick<Operation, "security">>>;
};

const ID = "openapi";
const PREFIX = /^\/api\/v[12]/;
const UNDOCUMENTED = /^\/api\/(v2\/openapi\.json|v1\/status_pages\/[^/]+\/status)$/;
const JSON_TYPE = "application/json; charset=utf-8";

/** What compares values with schemas of the document. */
export function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  return ajv;
}

const ajv = newAjv();

type Contract = { document: Document; patterns: { path: string; pattern: RegExp }[] };

let known: Contract | undefined;

/** What the global setup found the document to be. */
function contract(): Contract {
  if (known) return known;
  const document: Document = JSON.parse(readFileSync(run().document, "utf8"));
  ajv.addSchema(document as unknown as AnySchema, ID);
  // A name comes before a parameter in its place.
  const parameters = (path: string) => path.split("{").length;
  const paths = Object.keys(document.paths).toSorted((a, b) => parameters(a) - parameters(b));
  const patterns = paths.map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`),
  }));
  known = { document, patterns };
  return known;
}

const escaped = (key: string) =>
  key.replaceAll("~", "~0").replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D");

function located(
  path: string,
  method: string,
  status: number,
): { pointer: string; response: Described } | undefined {
  const { document } = contract();
  const found = document.paths[path]?.[method]?.responses[status];
  if (found?.$ref) {
    const name = found.$ref.split("/").at(-1) ?? "";
    return {
      pointer: found.$ref.slice(1),
      response: document.components.responses?.[name] as Described,
    };
  }
  return (
    found && { pointer: `/paths/${escaped(path)}/${method}/responses/${status}`, response: found }
  );
}

function plainText({ headers, bytes }: Response): string {
  const encoding = headers["content-encoding"];
  if (encoding === "br") return brotliDecompressSync(bytes).toString();
  return (encoding === "gzip" ? gunzipSync(bytes) : bytes).toString();
}

/** Whether the document says that it may be of this type, which is none of JSON. */
function isFile(pointer: string, { headers }: Response): boolean {
  const type = String(headers["content-type"]).split(";")[0] ?? "";
  const escaped = type.replaceAll("/", "~1");
  return (
    type !== "application/json" &&
    ajv.getSchema(`${ID}#${pointer}/content/${escaped}/schema`) !== undefined
  );
}

function bodyFaults(pointer: string, answer: Response): string[] {
  if (isFile(pointer, answer)) return [];
  if (answer.headers["content-type"] !== JSON_TYPE)
    return [`content type ${answer.headers["content-type"]}`];
  const $ref = `${ID}#${pointer}/content/application~1json/schema`;
  const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
  if (validate(JSON.parse(plainText(answer)))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

// The server's tests turn limits off, and only some conflicts end by themselves: headers that may
// be missing are not asked for.
function headerFaults({ headers = {} }: Described, answer: Response): string[] {
  const expected = Object.keys(headers).filter(
    (name) =>
      !name.startsWith("RateLimit-") &&
      name !== "Idempotent-Replayed" &&
      !(name === "Retry-After" && answer.status === 409),
  );
  return expected
    .filter((name) => answer.headers[name.toLowerCase()] === undefined)
    .map((name) => `no header ${name}`);
}

function faults(method: string, path: string, answer: Response): string[] {
  const { document, patterns } = contract();
  const template = patterns.find(({ pattern }) => pattern.test(path))?.path;
  if (!template) return answer.status === 404 || answer.status === 429 ? [] : ["undocumented path"];
  const asked = method === "HEAD" ? "get" : method.toLowerCase();
  if (
    method === "OPTIONS" ||
    (answer.status === 405 && !document.paths[template]?.[asked] && answer.headers.allow)
  )
    return [];
  const found = located(template, asked, answer.status);
  if (!found) return ["undocumented status"];
  const { pointer, response } = found;
  const empty = !response.content || method === "HEAD";
  if (empty)
    return [
      ...headerFaults(response, answer),
      ...(answer.text === "" ? [] : ["a body where none is documented"]),
    ];
  return [...headerFaults(response, answer), ...bodyFaults(pointer, answer)];
}

/** @throws when the API's answer is not as the OpenAPI document has it */
export function checkAgainstDocument(method: string, target: string, answer: Response): void {
  const path = target
    .replace(/[?#].*$/, "")
    .replace(/\/+(?=\/|$)/g, "")
    .replace(/%[4-7][0-9a-f]/gi, decodeURIComponent);
  const relative = path.replace(PREFIX, "");
  if (relative === path || UNDOCUMENTED.test(path)) return;
  const found = faults(method, relative, answer);
  if (found.length === 0) return;
  throw new Error(
    `${method} ${path} answered ${answer.status} ${answer.text.slice(0, 400)}\nunlike the OpenAPI document: ${found.join("; ")}`,
  );
}
