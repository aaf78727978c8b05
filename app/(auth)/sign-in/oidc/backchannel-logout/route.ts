import type { NextRequest } from "next/server";
import { logOut } from "../_logout.ts";

export async function POST(request: NextRequest): Promise<Response> {
  return logOut(request, 1);
}
