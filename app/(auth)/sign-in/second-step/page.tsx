import { redirect } from "next/navigation";
import { kept } from "#app/_ui/account/cookies.ts";
import { fieldsOfOnward, onwardIn, withOnward } from "#app/_ui/account/onward.ts";
import { Screen } from "#app/_ui/account/screen.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { PasskeyButton } from "#app/(auth)/sign-in/_passkey.tsx";
import { secondStepAction } from "#app/(auth)/sign-in/actions.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { localeOf } from "#lib/identity/sessions/session.ts";
import { isStepOpen } from "#lib/identity/sign-in/second-step.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Asks for the second proof, after the right password. */
export default async function SecondStepPage({ searchParams }: Props) {
  const onward = onwardIn(await searchParams);
  const start = withOnward("/sign-in", onward);
  if (!(await isStepOpen(requestContext(), await kept("step")))) redirect(start);
  const t = translator(await localeOf(null));
  const fields = fieldsOfOnward(onward);
  return (
    <Screen title={t("admin_account.step.title")} t={t}>
      <p className="mb-6">{t("admin_account.step.text")}</p>
      <ActionForm action={secondStepAction} hidden={fields} className="space-y-4">
        <Field
          name="code"
          label={t("admin_account.step.label")}
          autoComplete="one-time-code"
          required
        />
        <Submit className="button button-primary w-full">{t("admin_account.step.submit")}</Submit>
      </ActionForm>
      <div className="mt-4 space-y-3">
        <PasskeyButton
          label={t("admin_account.step.passkey")}
          failed={t("admin_account.sign_in.passkey_failed")}
          onward={fields}
        />
      </div>
      <p className="mt-6 text-sm">
        <a href={start} className="underline">
          {t("admin_account.step.again")}
        </a>
      </p>
    </Screen>
  );
}
