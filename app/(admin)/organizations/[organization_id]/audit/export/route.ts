import { zoneOf } from "#app/(admin)/_shared/organization.ts";
import { OrganizationParams } from "#lib/api/body.ts";
import { Download } from "#lib/api/download.ts";
import { exportAuditLog } from "#lib/core/audit/read.ts";
import { currentSession, sessionContextOf } from "#lib/identity/sessions/session.ts";
import { listOwnPages } from "#lib/pages/read.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { filterIn } from "../_filter.ts";

type Props = { params: Promise<{ organization_id: string }> };

const TYPES = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" };

async function chunksOf(request: Request, type: keyof typeof TYPES, { params }: Props) {
  const session = await currentSession();
  const target = OrganizationParams.safeParse(await params);
  if (!session || !target.success) return null;
  const query = Object.fromEntries(new URL(request.url).searchParams);
  try {
    const ctx = sessionContextOf(session);
    const { organization_id } = target.data;
    const all = await listOwnPages(ctx, { user_id: session.user.id });
    const pages = all.filter((page) => page.organization_id === organization_id);
    const filter = filterIn(query, zoneOf(pages, query.status_page));
    return await exportAuditLog(ctx, target.data, filter, type);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The audit log as a file, with the filters of the screen. */
export async function GET(request: Request, props: Props): Promise<Response> {
  const type = new URL(request.url).searchParams.get("type") === "json" ? "json" : "csv";
  const chunks = await chunksOf(request, type, props);
  if (!chunks) return new Response(null, { status: 404 });
  const download = await Download.begin(chunks, {
    type: TYPES[type],
    name: `audit-log.${type}`,
  });
  return download.response();
}
