import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "#lib/identity/sessions/session.ts";

type Segment = { params: Promise<{ nextauth: string[] }> };

function handle(request: NextRequest, segment: Segment): Promise<Response> {
  return NextAuth(request, segment, authOptions());
}

export { handle as GET, handle as POST };
