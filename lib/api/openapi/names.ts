import { z } from "zod";
import { isWrapped, wrapperOf } from "#lib/api/body.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";

type Declaration = Endpoint["declaration"];
export type Operation = { path: string; method: string; declaration: Declaration };

const SCOPES: Record<string, string> = { orgs: "Organization", status_pages: "StatusPage" };

export function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function pascal(name: string): string {
  return camel(`_${name}`);
}

function recordOf(parameter: string): string {
  const name = parameter.slice(1, -1);
  return name === "subdomain" ? "StatusPage" : pascal(name.replace(/_id$/, ""));
}

/** `/status_pages/{subdomain}/metrics/{metric_id}/entries`: the scope is StatusPage, the owner Metric, the last segment `entries`. */
function partsOf(path: string): { scope: string; owner: string; last: string; isRecord: boolean; record: string } {
  const segments = path.split("/").filter(Boolean);
  const scope = segments[1]?.startsWith("{") ? (SCOPES[segments[0] ?? ""] ?? "") : "";
  const rest = scope ? segments.slice(2) : segments;
  const last = rest.at(-1) ?? "";
  const isRecord = last === "" || last.startsWith("{");
  const records = rest.filter((segment) => segment.startsWith("{")).map(recordOf);
  const owner = (isRecord ? records.slice(0, -1) : records).join("");
  return { scope, owner, last, isRecord, record: last === "" ? scope : records.join("") };
}

/** Whether the answer is a list, in the key named after the path. */
export function isList({ path, method, declaration: { response } }: Operation): boolean {
  const { last } = partsOf(path);
  const fields = isWrapped(response) ? response.records : response instanceof z.ZodObject ? response.shape : {};
  return method === "GET" && fields[last] instanceof z.ZodArray;
}

const VERBS: Record<string, string> = { GET: "get", POST: "create", PUT: "update", PATCH: "update", DELETE: "delete" };

/** What generated clients call an operation: `listIncidents`, `createIncidentUpdate`, `getServiceStatus`. */
export function operationId(operation: Operation): string {
  const { path, method, declaration } = operation;
  const { owner, last, isRecord, record } = partsOf(path);
  const verb = VERBS[method] ?? method.toLowerCase();
  if (isRecord) return verb + record;
  if (method === "GET") return (isList(operation) ? "list" : "get") + owner + pascal(last);
  if (method !== "POST") return verb + owner + pascal(last);
  const wrapper = wrapperOf(declaration.body);
  return wrapper ? verb + owner + pascal(wrapper) : camel(last) + owner;
}

/** What the document calls the record that an operation takes. */
export function inputName({ path, method, declaration }: Operation): string {
  return pascal(VERBS[method] ?? "") + partsOf(path).owner + pascal(wrapperOf(declaration.body) ?? "");
}

/** What the document calls the record that an operation answers with. */
export function outputName({ path, method, declaration: { response } }: Operation): string {
  const { scope, owner, last, isRecord } = partsOf(path);
  if (method === "GET" && !isRecord) return (owner || scope) + pascal(last);
  return owner + pascal(wrapperOf(response) ?? last);
}
