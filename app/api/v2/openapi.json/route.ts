import { JSON_TYPE } from "#lib/api/errors.ts";
import { openApiDocument } from "#lib/api/openapi.ts";
import { env } from "#lib/env.ts";
import { routes } from "../routes.ts";

export async function GET(): Promise<Response> {
  return new Response(JSON.stringify(openApiDocument(routes, env().APP_URL)), {
    headers: { "content-type": JSON_TYPE, "access-control-allow-origin": "*" },
  });
}
