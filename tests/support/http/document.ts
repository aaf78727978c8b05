import { writeFileSync } from "node:fs";
import { routes } from "#app/api/v2/routes.ts";
import { openApiDocument } from "#lib/api/openapi.ts";
import { type Document, newAjv } from "#tests/support/http/contract.ts";

/** The OpenAPI document as it is served, but for the address. */
export const document = openApiDocument(routes, "http://localhost") as unknown as Document;

const ajv = newAjv();

/** Whether a schema of the document allows a value. */
export function allows(schema: object = {}): (value: unknown) => boolean {
  const validate = ajv.compile({ ...schema, components: document.components });
  return (value) => validate(value) === true;
}

/** For those that only compare answers with it: to make it takes all that the API is made of. */
export function writeDocument(file: string): void {
  writeFileSync(file, JSON.stringify(document));
}
