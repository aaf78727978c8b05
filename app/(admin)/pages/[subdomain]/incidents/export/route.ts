import type { NextRequest } from "next/server";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import { narrowed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { Download } from "#lib/api/download.ts";
import { exportIncidents } from "#lib/incidents/export.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

const TYPES = { csv: "text/csv; charset=utf-8", json: "application/json" };

type Route = { params: Promise<{ subdomain: string }> };

export async function GET(request: NextRequest, { params }: Route): Promise<Response> {
  const { ctx, page } = await openAdmin((await params).subdomain);
  const query = Object.fromEntries(request.nextUrl.searchParams);
  const format = query.format === "csv" ? "csv" : "json";
  try {
    const pieces = exportIncidents(ctx, page, narrowed(page, query), format);
    const name = `incidents-${page.subdomain}-${wireNow().slice(0, 10)}.${format}`;
    return (await Download.begin(pieces, { type: TYPES[format], name })).response();
  } catch (error) {
    if (error instanceof AppError) return new Response(null, { status: 404 });
    throw error;
  }
}
