"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { ComboboxField } from "#app/_ui/admin/combobox-field.tsx";
import { Dialog, DialogClose } from "#app/_ui/admin/dialog.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { type Asked, Selectable } from "#app/_ui/admin/selection.tsx";
import { watchServicesAction } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/actions.ts";
import {
  changeServicesAction,
  deleteServicesAction,
  moveServicesAction,
} from "#app/(admin)/pages/[subdomain]/services/actions.ts";
import type { FormAction } from "#lib/api/actions.ts";
import { type Parent, parentOptions } from "./parent-options.ts";

/** A service with the address where it is checked, or was. */
type Watchable = { id: number; name: string; ping_url: string | null };

type Props = {
  subdomain: string;
  parents: Parent[];
  watchable: Watchable[];
  children: ReactNode;
};

/** Services of which several can be selected, and what can be done with those. */
export function SelectableServices({ subdomain, parents, watchable, children }: Props) {
  const t = useTranslations("admin_services.bulk");
  const set = (label: string, fields: Record<string, string>) => ({
    label,
    fields,
    action: changeServicesAction,
  });
  return (
    <Selectable
      target={{ subdomain }}
      actions={[
        set(t("publish"), { private: "false" }),
        set(t("hide"), { private: "true" }),
        set(t("graph"), { display_uptime_graph: "true" }),
        set(t("no_graph"), { display_uptime_graph: "false" }),
        { label: t("watch"), ask: (asked) => <Watch {...{ subdomain, watchable, asked }} /> },
        set(t("no_watch"), { monitoring: "" }),
        { label: t("move"), ask: (asked) => <Move {...{ subdomain, parents, asked }} /> },
        { label: t("delete"), ask: (asked) => <Delete {...{ subdomain, asked }} /> },
      ]}
    >
      {children}
    </Selectable>
  );
}

type Ask = {
  subdomain: string;
  asked: Asked;
  action: FormAction;
  title: string;
  text: string;
  submit: string;
  look: string;
  children: ReactNode;
};

function Question({ subdomain, asked, action, title, text, submit, look, children }: Ask) {
  const t = useTranslations("admin_kit.confirm");
  const { ids, onClose, onDone } = asked;
  return (
    <Dialog {...{ title, text }} open onOpenChange={(open) => !open && onClose()}>
      <ActionForm action={action} hidden={{ subdomain }} className="space-y-4" onDone={onDone}>
        {ids.map((id) => (
          <input key={id} type="hidden" name="ids" value={id} data-target="" />
        ))}
        {children}
        <div className="flex justify-end gap-2">
          <DialogClose>{t("cancel")}</DialogClose>
          <Submit className={`button ${look}`}>{submit}</Submit>
        </div>
      </ActionForm>
    </Dialog>
  );
}

type WatchProps = { subdomain: string; watchable: Watchable[]; asked: Asked };

function Watch({ watchable, ...props }: WatchProps) {
  const t = useTranslations("admin_services.watch");
  const chosen = watchable.filter(({ id }) => props.asked.ids.includes(String(id)));
  return (
    <Question
      {...props}
      action={watchServicesAction}
      title={t("title")}
      text={t("text")}
      submit={t("submit")}
      look="button-primary"
    >
      {chosen.map(({ id, name, ping_url }) => (
        <Field
          key={id}
          name={`address.${id}`}
          label={name}
          type="url"
          placeholder="https://example.com/health"
          initial={ping_url ?? ""}
        />
      ))}
    </Question>
  );
}

function Move({ parents, ...props }: { subdomain: string; parents: Parent[]; asked: Asked }) {
  const t = useTranslations("admin_services");
  const { ids } = props.asked;
  const free = parents.filter(({ id }) => !ids.includes(String(id)));
  return (
    <Question
      {...props}
      action={moveServicesAction}
      title={t("bulk.move_title", { count: ids.length })}
      text={t("bulk.move_text")}
      submit={t("bulk.move_submit")}
      look="button-primary"
    >
      <ComboboxField
        name="parent_id"
        label={t("parent")}
        options={[{ value: "", label: t("parent_none") }, ...parentOptions(free)]}
      />
    </Question>
  );
}

function Delete(props: { subdomain: string; asked: Asked }) {
  const t = useTranslations("admin_services.bulk");
  const count = props.asked.ids.length;
  return (
    <Question
      {...props}
      action={deleteServicesAction}
      title={t("delete_title", { count })}
      text={t("delete_text")}
      submit={t("delete_submit")}
      look="button-danger"
    >
      <Field name="confirm" label={t("delete_count", { count })} inputMode="numeric" />
    </Question>
  );
}
