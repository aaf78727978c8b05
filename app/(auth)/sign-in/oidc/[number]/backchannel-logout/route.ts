import type { NextRequest } from "next/server";
import { receiveLogout } from "#app/(auth)/sign-in/oidc/_backchannel-logout.ts";

type Params = { params: Promise<{ number: string }> };

export async function POST(request: NextRequest, { params }: Params): Promise<Response> {
  return receiveLogout(request, (await params).number);
}
