import type { NextRequest } from "next/server";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import { getStoredMail } from "#lib/channels/email/mail-folder.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

type Route = { params: Promise<{ subdomain: string }> };

/** A kept mail alone in a document where no script runs. */
export async function GET(request: NextRequest, { params }: Route): Promise<Response> {
  const { ctx, page } = await openAdmin((await params).subdomain);
  const name = request.nextUrl.searchParams.get("mail") ?? "";
  try {
    const { html } = await getStoredMail(ctx, { subdomain: page.subdomain, name });
    const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
    return new Response(html, { headers });
  } catch (error) {
    if (error instanceof AppError) return new Response(null, { status: 404 });
    throw error;
  }
}
