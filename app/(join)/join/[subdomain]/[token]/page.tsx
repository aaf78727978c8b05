import { Screen } from "#app/_ui/account/screen.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { SignOutForm } from "#app/_ui/admin/sign-out-form.tsx";
import { linkLocale } from "#app/(join)/_locale.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { currentSession, sessionContextOf } from "#lib/identity/sessions/session.ts";
import { MIN_PASSWORD } from "#lib/identity/users/schema.ts";
import { loadJoinRequest } from "#lib/pages/join-links/join.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { joinAction, switchAccountAction } from "./actions.ts";

type Target = { subdomain: string; token: string };
type Props = { params: Promise<Target> };

async function find(target: Target) {
  try {
    const session = await currentSession();
    return await loadJoinRequest(session ? sessionContextOf(session) : requestContext(), target);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

type FormProps = { target: Target; t: Translate };

/** An account is nobody's by its address alone: its owner signs in first. */
function SignInFirst({ target, t }: FormProps) {
  return (
    <SignOutForm action={switchAccountAction}>
      <p className="mb-6">{t("join.confirm.known")}</p>
      {Object.entries(target).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button button-primary w-full">
        {t("join.confirm.sign_in")}
      </button>
    </SignOutForm>
  );
}

function JoinForm({ target, t, isNew }: FormProps & { isNew: boolean }) {
  return (
    <ActionForm action={joinAction} hidden={target} className="space-y-4">
      {isNew && (
        <>
          <Field name="name" label={t("join.confirm.name")} autoComplete="name" />
          <Field
            name="password"
            type="password"
            label={t("join.confirm.password")}
            hint={t("join.confirm.password_hint", { min: MIN_PASSWORD })}
            autoComplete="new-password"
            required
          />
        </>
      )}
      <Submit className="button button-primary w-full">{t("join.confirm.submit")}</Submit>
    </ActionForm>
  );
}

export default async function JoinPage({ params }: Props) {
  const { subdomain, token } = await params;
  const t = translator(await linkLocale());
  const opened = await find({ subdomain, token });
  if (!opened) {
    return (
      <Screen title={t("join.ended.title")} t={t}>
        <p>{t("join.ended.mailed")}</p>
      </Screen>
    );
  }
  const { name, email, account } = opened;
  const target = { subdomain, token };
  return (
    <Screen title={t("join.title", { name })} t={t}>
      <p className="mb-6">{t("join.confirm.text", { email })}</p>
      {account.kind === "known" ? (
        <SignInFirst target={target} t={t} />
      ) : (
        <JoinForm target={target} t={t} isNew={account.kind === "new"} />
      )}
    </Screen>
  );
}
