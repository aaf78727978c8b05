import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { reasonText } from "#app/(admin)/_shared/reasons.ts";
import type { QuarantineCause } from "#lib/notifications/quarantine.ts";
import { releaseCauseAction } from "./actions.ts";

function Cause({ cause, admin }: { cause: QuarantineCause; admin: Admin }) {
  const { page, may, t, format } = admin;
  const { count, example, last_at } = cause;
  const hidden = { subdomain: page.subdomain, cause: cause.cause };
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="wrap-anywhere">{reasonText(example, t)}</p>
        <p className="text-muted">
          {t("admin_quarantine.causes.count", { count, time: format.shortDateTime(last_at) })}
        </p>
      </div>
      {may("subscription.write") && (
        <ActionForm action={releaseCauseAction} hidden={hidden}>
          <Submit className="button button-small">
            {t("admin_quarantine.causes.release", { count })}
          </Submit>
        </ActionForm>
      )}
    </li>
  );
}

/** The causes that put several addresses into quarantine; each is released at once. */
export function Causes({ causes, admin }: { causes: QuarantineCause[]; admin: Admin }) {
  const { t } = admin;
  if (causes.length === 0) return null;
  return (
    <section aria-labelledby="causes" className="mb-6 text-sm">
      <h2 id="causes" className="mb-1 font-semibold text-base">
        {t("admin_quarantine.causes.title")}
      </h2>
      <p className="mb-2 text-muted">{t("admin_quarantine.causes.text")}</p>
      <ul className="divide-y divide-line border-line border-y">
        {causes.map((cause) => (
          <Cause key={cause.cause} cause={cause} admin={admin} />
        ))}
      </ul>
    </section>
  );
}
