import type { NextRequest } from "next/server";
import { receiveLogout } from "../_backchannel-logout.ts";

export async function POST(request: NextRequest): Promise<Response> {
  return receiveLogout(request, 1);
}
