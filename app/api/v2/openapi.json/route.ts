import { z } from "zod";
import { routes } from "#app/api/v2/routes.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { openApiDocument } from "#lib/api/openapi.ts";
import { route } from "#lib/api/route.ts";
import { env } from "#lib/env.ts";

const read = endpoint(
  {
    operation: "getDocument",
    summary: "This document",
    tag: "Test",
    access: "public",
    params: z.object({}),
    response: z.record(z.string(), z.unknown()),
  },
  async () => openApiDocument(routes, env().APP_URL),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: read });
