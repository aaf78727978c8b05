import { shownAction } from "#app/_ui/account/actions.ts";
import { Screen } from "#app/_ui/account/screen.tsx";
import { readShown } from "#app/_ui/account/shown.ts";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { accountContext, localeOf } from "#lib/identity/sessions/session.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Shows new recovery codes, once. */
export default async function RecoveryCodesPage({ searchParams }: Props) {
  const { user } = await accountContext();
  const { next } = await searchParams;
  const t = translator(await localeOf(user));
  const codes = await readShown("recovery_codes");
  const hidden = { next: typeof next === "string" ? next : "/account/security" };
  return (
    <Screen title={t("admin_account.recovery.title")} t={t}>
      <p className="mb-4">
        {codes ? t("admin_account.recovery.text") : t("admin_account.recovery.gone")}
      </p>
      {codes && (
        <ul className="mb-6 grid grid-cols-1 gap-x-6 gap-y-1 rounded bg-panel p-4 min-[24rem]:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>
              <code className="whitespace-nowrap text-sm">{code}</code>
            </li>
          ))}
        </ul>
      )}
      <ActionForm action={shownAction} hidden={hidden}>
        <Submit className="button button-primary w-full">
          {codes ? t("admin_account.recovery.saved") : t("admin_account.secure.done")}
        </Submit>
      </ActionForm>
    </Screen>
  );
}
