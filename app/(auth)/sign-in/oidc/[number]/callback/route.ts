import type { NextRequest } from "next/server";
import { finishSignIn } from "#app/(auth)/sign-in/oidc/_callback.ts";

type Params = { params: Promise<{ number: string }> };

export async function GET(request: NextRequest, { params }: Params): Promise<Response> {
  return finishSignIn(request, (await params).number);
}
