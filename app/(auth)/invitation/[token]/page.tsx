import { Screen } from "#app/_ui/account/screen.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { OtherWays } from "#app/(auth)/sign-in/_other-ways.tsx";
import { requestContext } from "#lib/core/request/context.ts";
import { getInvitation, type OpenInvitation } from "#lib/identity/members/invitations.ts";
import { currentSession, localeOf, sessionContextOf } from "#lib/identity/sessions/session.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { acceptAction } from "./actions.ts";

type Props = { params: Promise<{ token: string }> };

async function find(token: string): Promise<OpenInvitation | null> {
  try {
    const session = await currentSession();
    return await getInvitation(session ? sessionContextOf(session) : requestContext(), token);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

export default async function InvitationPage({ params }: Props) {
  const { token } = await params;
  const t = translator(await localeOf(null));
  const invitation = await find(token);
  if (!invitation) {
    return (
      <Screen title={t("admin.invitation.gone")} t={t}>
        <p className="mb-6">{t("admin.invitation.gone_text")}</p>
        <a href="/sign-in" className="button w-full">
          {t("admin.sign_in.submit")}
        </a>
      </Screen>
    );
  }
  const { organization, status_page, email, role, own } = invitation;
  return (
    <Screen
      title={t("admin.invitation.title", { organization: status_page ?? organization })}
      t={t}
    >
      <p className="mb-6">
        {t("admin.invitation.text", { email, role: t(`admin.pages.role.${role}`) })}
      </p>
      <ActionForm action={acceptAction} hidden={{ token }} className="space-y-4">
        {!own && (
          <>
            <Field name="name" label={t("admin.invitation.name")} autoComplete="name" />
            <Field
              name="password"
              type="password"
              label={t("admin.invitation.password")}
              hint={t("admin.invitation.password_hint")}
              autoComplete="current-password"
              required
            />
          </>
        )}
        <Submit className="button button-primary w-full">{t("admin.invitation.submit")}</Submit>
      </ActionForm>
      {!own && <OtherWays onward={{ wish: null, next: `/invitation/${token}` }} t={t} />}
    </Screen>
  );
}
