import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { connectProviderAction } from "#app/(admin)/account/actions.ts";
import type { Connection } from "#lib/identity/oidc/connections.ts";
import { findProvider } from "#lib/identity/oidc/provider.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

const PROBLEMS = ["failed", "unreachable", "misconfigured", "taken"] as const;

type Props = {
  connections: Connection[];
  asked: Record<string, string | string[] | undefined>;
  t: Translate;
};

/** The providers of this server, each connected with the account or with a button for it. */
export function ProviderList({ connections, asked, t }: Props) {
  const problem = PROBLEMS.find((known) => known === asked.oidc);
  const at = findProvider(asked.provider ?? 1)?.name ?? "";
  return (
    <>
      {problem && (
        <p role="alert" className="border-major border-l-4 bg-panel px-3 py-2 font-medium">
          {t(`admin_account.providers.${problem}`, { name: at })}
        </p>
      )}
      <ul className="divide-y divide-line">
        {connections.map(({ number, name, is_connected }) => (
          <li key={number} className="flex min-h-12 items-center justify-between gap-3 py-2">
            <span className="min-w-0 truncate">{name}</span>
            {is_connected ? (
              <span className="text-muted">{t("admin_account.providers.connected")}</span>
            ) : (
              <ActionForm action={connectProviderAction} hidden={{ provider: number }}>
                <Submit className="button">
                  <span aria-hidden="true">{t("admin_account.providers.connect")}</span>
                  <span className="sr-only">
                    {t("admin_account.providers.connect_named", { name })}
                  </span>
                </Submit>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
