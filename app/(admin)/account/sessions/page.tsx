import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { openAccount } from "#app/(admin)/account/_open.ts";
import { Frame } from "#app/(admin)/account/_ui/frame.tsx";
import { revokeOtherSessionsAction, revokeSessionAction } from "#app/(admin)/account/actions.ts";
import { listSessions, type OpenSession } from "#lib/identity/sessions/sessions.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

function deviceOf({ browser, system }: OpenSession, t: Translate): string {
  if (browser && system) return t("admin_account.sessions.device", { browser, system });
  return browser ?? system ?? t("admin_account.sessions.unknown");
}

/** Where the user is signed in. */
export default async function SessionsPage() {
  const { ctx, session, target, t, at } = await openAccount();
  const sessions = await listSessions(ctx, target);
  return (
    <Frame tab="sessions" t={t}>
      <p className="mb-4 max-w-prose text-muted">{t("admin_account.sessions.text")}</p>
      <ul className="mb-6 max-w-3xl divide-y divide-line border-line border-y">
        {sessions.map((each) => {
          const device = deviceOf(each, t);
          const isThis = each.id === session.session_id;
          return (
            <li key={each.id} className="flex items-start justify-between gap-3 py-3">
              <div className="min-w-0">
                <p className="font-medium">
                  {device}
                  {isThis && (
                    <span className="ms-2 font-normal text-muted">
                      {t("admin_account.sessions.this")}
                    </span>
                  )}
                </p>
                <p className="wrap-anywhere text-muted text-sm">
                  {t(`admin_account.sessions.method.${each.method}`)}
                  {each.address && `, ${each.address}`}
                </p>
                <p className="text-muted text-sm">
                  {t("admin_account.sessions.seen", { time: at(each.last_seen_at) })}
                </p>
              </div>
              {!isThis && (
                <ActionForm action={revokeSessionAction} hidden={{ id: each.id }}>
                  <Submit className="button">
                    <span aria-hidden="true">{t("admin_account.sessions.end")}</span>
                    <span className="sr-only">
                      {t("admin_account.sessions.end_named", { device })}
                    </span>
                  </Submit>
                </ActionForm>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <ActionForm action={revokeOtherSessionsAction}>
          <Submit className="button">{t("admin_account.sessions.end_others")}</Submit>
        </ActionForm>
      )}
    </Frame>
  );
}
