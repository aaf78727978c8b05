import type { NextRequest } from "next/server";
import { finish } from "../_callback.ts";

export async function GET(request: NextRequest): Promise<Response> {
  return finish(request, 1);
}
