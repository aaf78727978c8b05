import { referenceDocument } from "#lib/api/reference.ts";

export async function GET(): Promise<Response> {
  return referenceDocument();
}
