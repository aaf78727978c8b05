import { shownAction } from "#app/_ui/account/actions.ts";
import { readShown } from "#app/_ui/account/shown.ts";
import { CopyField } from "#app/_ui/admin/copy-field.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { openAccount } from "#app/(admin)/account/_open.ts";
import { Frame } from "#app/(admin)/account/_ui/frame.tsx";
import { createUserKeyAction, revokeUserKeyAction } from "#app/(admin)/account/actions.ts";
import { listUserKeys } from "#lib/identity/profile/user-keys.ts";
import { wireNow } from "#lib/platform/clock.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

function NewKey({ token, t }: { token: string; t: Translate }) {
  return (
    <section className="mb-6 space-y-3 rounded-lg border border-line p-4">
      <h2 className="font-semibold">{t("admin_account.api_keys.created_title")}</h2>
      <p>{t("admin_account.api_keys.created")}</p>
      <CopyField label={t("admin_account.api_keys.created_title")} value={token} later="" />
      <ActionForm action={shownAction} hidden={{ next: "/account/api-keys" }}>
        <Submit>{t("admin_account.api_keys.copied")}</Submit>
      </ActionForm>
    </section>
  );
}

function MakeKey({ t }: { t: Translate }) {
  return (
    <ActionForm
      action={createUserKeyAction}
      className="flex max-w-xl flex-wrap items-end gap-3 pt-2"
    >
      <div className="min-w-48 flex-1">
        <Field name="name" label={t("admin_account.api_keys.name")} required />
      </div>
      <Field name="expires_at" type="date" label={t("admin_account.api_keys.ends")} />
      <Submit>{t("admin_account.api_keys.create")}</Submit>
    </ActionForm>
  );
}

/** Keys that act as the user. */
export default async function UserKeysPage() {
  const { ctx, session, target, t, at } = await openAccount();
  const keys = await listUserKeys(ctx, target);
  const [token] = (await readShown("api_key")) ?? [];
  return (
    <Frame tab="api_keys" t={t}>
      {token && <NewKey token={token} t={t} />}
      <p className="mb-4 max-w-prose text-muted">{t("admin_account.api_keys.text")}</p>
      {keys.length === 0 && <p className="mb-4">{t("admin_account.api_keys.none")}</p>}
      <ul className="mb-6 max-w-3xl divide-y divide-line border-line border-y">
        {keys.map(({ id, name, token_hint, last_used_at, expires_at }) => (
          <li key={id} className="flex items-start justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="wrap-anywhere font-medium">{name}</p>
              <p className="text-muted text-sm">
                <code>{token_hint}</code>
                <span aria-hidden="true"> · </span>
                {last_used_at
                  ? t("admin_account.api_keys.used", { time: at(last_used_at) })
                  : t("admin_account.api_keys.unused")}
                {expires_at && (
                  <>
                    <span aria-hidden="true"> · </span>
                    {t(`admin_account.api_keys.${expires_at > wireNow() ? "until" : "ended"}`, {
                      time: at(expires_at),
                    })}
                  </>
                )}
              </p>
            </div>
            <ActionForm action={revokeUserKeyAction} hidden={{ id }}>
              <Submit className="button">
                <span aria-hidden="true">{t("admin_account.api_keys.revoke")}</span>
                <span className="sr-only">
                  {t("admin_account.api_keys.revoke_named", { name })}
                </span>
              </Submit>
            </ActionForm>
          </li>
        ))}
      </ul>
      {session.is_weak ? (
        <a href="/secure?next=/account/api-keys" className="text-link underline">
          {t("admin_account.secure.title")}
        </a>
      ) : (
        <MakeKey t={t} />
      )}
    </Frame>
  );
}
