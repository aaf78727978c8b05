import { z } from "zod";
import { apiDocument } from "#app/api/v2/document.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";

const read = endpoint(
  {
    operation: "getDocument",
    summary: "This document",
    tag: "Test",
    access: "public",
    params: z.object({}),
    response: z.record(z.string(), z.unknown()),
  },
  async () => apiDocument(),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: read });
