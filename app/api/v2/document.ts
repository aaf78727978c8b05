import { openApiDocument } from "#lib/api/openapi.ts";
import { type Reference, referenceOf } from "#lib/api/reference/reference.ts";
import { env } from "#lib/platform/config/env.ts";
import { routes } from "./routes.ts";

let document: ReturnType<typeof openApiDocument> | undefined;
let arranged: Reference | undefined;

/** The OpenAPI document of this installation, made once. */
export function apiDocument(): ReturnType<typeof openApiDocument> {
  document ??= openApiDocument(routes, env().APP_URL);
  return document;
}

/** The same for people. */
export function apiReference(): Reference {
  arranged ??= referenceOf(apiDocument(), env().APP_URL);
  return arranged;
}
