import openapiTS, { astToString } from "openapi-typescript";

const HEAD = "// Made from the OpenAPI document by `npm run api:types`; never edited.\n\n";

/** An OpenAPI document as TypeScript, for openapi-fetch. */
export async function typesOf(document: unknown): Promise<string> {
  return HEAD + astToString(await openapiTS(JSON.stringify(document)));
}
