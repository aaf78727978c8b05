import { MailOpen } from "lucide-react";
import Link from "next/link";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { CopyField } from "#app/_ui/admin/copy-field.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { Table } from "#app/_ui/admin/table.tsx";
import { type Admin, found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { Unsent } from "#app/(admin)/pages/[subdomain]/emails/_ui/unsent.tsx";
import { getStoredMail, listStoredMail } from "#lib/channels/email/mail-folder.ts";

type Props = {
  params: Promise<{ subdomain: string }>;
  searchParams: Promise<{ mail?: string }>;
};

type Listed = Awaited<ReturnType<typeof listStoredMail>>;

function Mails({ admin, mails, path }: { admin: Admin; mails: Listed["mails"]; path: string }) {
  const { t, format } = admin;
  return (
    <Table
      label={t("admin_emails.kept.title")}
      rows={mails}
      keyOf={({ name }) => name}
      head={{
        label: t("admin_emails.kept.subject"),
        width: "grow",
        cell: ({ name, subject }) => (
          <Link
            href={`${path}?${new URLSearchParams({ mail: name })}`}
            className="row-link truncate"
          >
            {subject}
          </Link>
        ),
      }}
      columns={[
        {
          key: "to",
          label: t("admin_emails.kept.to"),
          width: "grow",
          cell: ({ to }) => <span className="truncate">{to}</span>,
        },
        {
          key: "kept_at",
          label: t("admin_emails.kept.at"),
          cell: ({ kept_at }) => format.shortDateTime(kept_at),
        },
      ]}
    />
  );
}

/** A mail as its recipient would see it, in a frame where no script runs. */
async function Letter({ admin, name, path }: { admin: Admin; name: string; path: string }) {
  const { ctx, page, t, format } = admin;
  const mail = await found(getStoredMail(ctx, { subdomain: page.subdomain, name }));
  return (
    <Screen
      title={mail.subject}
      of={page.name}
      text={t("admin_emails.kept.for", { email: mail.to, time: format.dateTime(mail.kept_at) })}
      t={t}
      back={{ href: path, label: t("admin_emails.kept.title") }}
      width="reading"
    >
      {mail.link && <CopyField label={t("admin_emails.kept.link")} value={mail.link} />}
      <iframe
        src={`${path}/preview?${new URLSearchParams({ mail: name })}`}
        title={mail.subject}
        sandbox=""
        className="mt-4 h-[40rem] w-full rounded-lg border border-edge"
      />
    </Screen>
  );
}

/** A page's mail on a server that has no mail server. */
export default async function KeptMailPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const { mail: name } = await searchParams;
  const admin = await openAdmin(subdomain);
  const { ctx, page, t, locale } = admin;
  const path = `/pages/${subdomain}/emails/kept`;
  if (name)
    return (
      <AreaTexts locale={locale} areas={["admin_emails"]}>
        <Letter admin={admin} name={name} path={path} />
      </AreaTexts>
    );
  const { mails, total_count, isMailSent } = await found(listStoredMail(ctx, page));
  return (
    <Screen
      title={t("admin_emails.kept.title")}
      of={page.name}
      text={t("admin_emails.kept.text")}
      t={t}
      back={{ href: `/pages/${subdomain}/emails`, label: t("admin_emails.title") }}
    >
      {!isMailSent && <Unsent admin={admin} isFolder />}
      {mails.length > 0 ? (
        <>
          <Mails admin={admin} mails={mails} path={path} />
          <p className="mt-3 text-muted text-sm">
            {t("admin_emails.kept.count", { shown: mails.length, count: total_count })}
          </p>
        </>
      ) : (
        <EmptyState
          icon={<MailOpen size={28} strokeWidth={1.5} />}
          title={t("admin_emails.kept.empty")}
          text={t("admin_emails.kept.empty_text")}
        />
      )}
    </Screen>
  );
}
