import { PageParams } from "#lib/api/body.ts";
import { Download } from "#lib/api/download.ts";
import { currentSession, sessionContextOf } from "#lib/identity/sessions/session.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { exportSubscriptions } from "#lib/subscribers/export.ts";

type Props = { params: Promise<{ subdomain: string }> };

async function linesFor({ params }: Props) {
  const session = await currentSession();
  const target = PageParams.safeParse(await params);
  if (!session || !target.success) return null;
  try {
    return await exportSubscriptions(sessionContextOf(session), target.data);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** All subscribers of a page as a file. */
export async function GET(_request: Request, props: Props): Promise<Response> {
  const lines = await linesFor(props);
  if (!lines) return new Response(null, { status: 404 });
  const named = { type: "text/csv; charset=utf-8", name: "subscribers.csv" };
  return (await Download.begin(lines, named)).response();
}
