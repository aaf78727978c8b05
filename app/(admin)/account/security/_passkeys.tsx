import { AddPasskey } from "#app/_ui/account/add-passkey.tsx";
import { passkeyTexts } from "#app/_ui/account/passkey-texts.ts";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { removePasskeyAction, renamePasskeyAction } from "#app/(admin)/account/actions.ts";
import type { PasskeyRow } from "#lib/identity/passkeys/queries.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

type Props = { passkeys: PasskeyRow[]; t: Translate; at: (time: string) => string };

/** The passkeys of the account, and a new one. */
export function PasskeyList({ passkeys, t, at }: Props) {
  return (
    <>
      {passkeys.length === 0 && <p>{t("admin_account.passkeys.none")}</p>}
      <ul className="divide-y divide-line">
        {passkeys.map(({ id, name, last_used_at }) => (
          <li key={id} className="flex flex-wrap items-start justify-between gap-3 py-3">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere font-medium">{name}</p>
              <p className="text-muted text-sm">
                {last_used_at
                  ? t("admin_account.passkeys.used", { time: at(last_used_at) })
                  : t("admin_account.passkeys.unused")}
              </p>
              <details className="mt-1 text-sm">
                <summary className="cursor-pointer">{t("admin_account.passkeys.rename")}</summary>
                <ActionForm
                  action={renamePasskeyAction}
                  hidden={{ id }}
                  className="mt-2 flex flex-wrap items-end gap-2"
                >
                  <Field name="name" label={t("admin_account.passkeys.name")} initial={name} />
                  <Submit className="button">{t("admin_account.passkeys.rename")}</Submit>
                </ActionForm>
              </details>
            </div>
            <ActionForm action={removePasskeyAction} hidden={{ id }}>
              <Submit className="button">
                <span aria-hidden="true">{t("admin_account.passkeys.remove")}</span>
                <span className="sr-only">
                  {t("admin_account.passkeys.remove_named", { name })}
                </span>
              </Submit>
            </ActionForm>
          </li>
        ))}
      </ul>
      <AddPasskey hidden={{ back: "/account/security" }} texts={passkeyTexts(t)} />
    </>
  );
}
