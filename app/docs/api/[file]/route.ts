import { errorResponse } from "#lib/api/errors.ts";
import { referenceFile } from "#lib/api/reference.ts";
import { notFound } from "#lib/errors.ts";

export async function GET(
  _request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  return (await referenceFile((await params).file)) ?? errorResponse(notFound(), "");
}
