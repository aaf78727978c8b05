import type { NextRequest } from "next/server";
import { finishSignIn } from "../_callback.ts";

export async function GET(request: NextRequest): Promise<Response> {
  return finishSignIn(request, 1);
}
