import type { NextRequest } from "next/server";
import { logOut } from "#app/(auth)/sign-in/oidc/_logout.ts";

type Params = { params: Promise<{ number: string }> };

export async function POST(request: NextRequest, { params }: Params): Promise<Response> {
  return logOut(request, (await params).number);
}
