"use client";
import { type FormEvent, useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { erasePersonAction, readPersonAction } from "./actions.ts";

type Found = NonNullable<Awaited<ReturnType<typeof readPersonAction>>>;

function save(found: Found): void {
  const text = JSON.stringify(found, null, 2);
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: url, download: "person.json" }).click();
  URL.revokeObjectURL(url);
}

/** Exports or erases the data held on an address. */
export function PersonForm({ subdomain }: { subdomain: string }) {
  const t = useTranslations("admin_person");
  const [found, setFound] = useState<Found | "failed" | null>(null);
  const [isPending, start] = useTransition();

  function look(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget).get("address") ?? "");
    start(async () => {
      setFound((await readPersonAction({ subdomain }, { address }).catch(() => null)) ?? "failed");
    });
  }

  return (
    <div className="space-y-6">
      <form onSubmit={look} className="space-y-4">
        <label className="block space-y-1.5">
          <span className="font-medium text-sm">{t("address")}</span>
          <input name="address" required className="control" autoComplete="off" />
          <span className="block text-muted text-sm">{t("address_hint")}</span>
        </label>
        <button type="submit" disabled={isPending} className="button button-primary">
          {t("look")}
        </button>
      </form>
      <div role="status">
        {found === "failed" && t("failed")}
        {found && found !== "failed" && (
          <p>
            {t("found", {
              subscriptions: found.subscriptions.length,
              notifications: found.notifications.length,
            })}
          </p>
        )}
      </div>
      {found && found !== "failed" && (
        <div className="flex flex-wrap gap-3">
          <button type="button" className="button" onClick={() => save(found)}>
            {t("save")}
          </button>
          <ConfirmDialog
            trigger={
              <button type="button" className="button button-danger">
                {t("erase")}
              </button>
            }
            title={t("erase")}
            text={t("erase_text")}
            name={found.address}
            action={erasePersonAction}
            hidden={{ subdomain, address: found.address }}
            submit={t("erase")}
          />
        </div>
      )}
    </div>
  );
}
