import { exportAccount } from "#lib/identity/profile/leave.ts";
import { currentSession, sessionContextOf } from "#lib/identity/sessions/session.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

/** The signed-in person's stored data, as a file. */
export async function GET(): Promise<Response> {
  const session = await currentSession();
  if (!session) return new Response(null, { status: 404 });
  try {
    const data = await exportAccount(sessionContextOf(session), { user_id: session.user.id });
    return Response.json(data, {
      headers: {
        "cache-control": "private, no-store",
        "content-disposition": 'attachment; filename="account.json"',
      },
    });
  } catch (error) {
    if (error instanceof AppError) return new Response(null, { status: 404 });
    throw error;
  }
}
