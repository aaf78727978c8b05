import { errorResponse } from "#lib/api/errors.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

async function unknown(): Promise<Response> {
  return errorResponse(notFound(), "");
}

export const [GET, POST, PUT, PATCH, DELETE, OPTIONS] = [
  unknown,
  unknown,
  unknown,
  unknown,
  unknown,
  unknown,
];
