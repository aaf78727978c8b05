import { ExternalLink } from "lucide-react";
import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { otherLanguages } from "#app/(admin)/_shared/languages.ts";
import { type Admin, found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { News } from "#app/(admin)/pages/[subdomain]/deliveries/_news.tsx";
import {
  fieldMoment,
  readChoices,
  readGroups,
} from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import { NoticeForm } from "#app/(admin)/pages/[subdomain]/notices/_ui/notice-form.tsx";
import { NoticeUpdates } from "#app/(admin)/pages/[subdomain]/notices/_ui/updates.tsx";
import { phaseOf } from "#app/(admin)/pages/[subdomain]/notices/_words.ts";
import {
  deleteNoticeAction,
  endNoticeAction,
} from "#app/(admin)/pages/[subdomain]/notices/actions.ts";
import { InfoNoticeParams } from "#lib/api/body.ts";
import { renderTexts } from "#lib/core/markdown/rendered.ts";
import { getInfoNotice } from "#lib/incidents/info-notices/read.ts";
import type { InfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { previewAudience } from "#lib/notifications/audience/audience.ts";
import { readUpdateLogs } from "#lib/notifications/log/read.ts";

type Props = {
  params: Promise<{ subdomain: string; info_notice_id: string }>;
  searchParams: Promise<{ done?: string }>;
};

const DONE = ["created", "saved"] as const;

export default async function NoticePage({ params, searchParams }: Props) {
  const route = await params;
  const { done } = await searchParams;
  const admin = await openAdmin(route.subdomain);
  const target = InfoNoticeParams.safeParse(route);
  if (!target.success) notFound();
  const { t, locale, ctx, now } = admin;
  const notice = await found(getInfoNotice(ctx, target.data));
  const phase = phaseOf(notice, now);
  const said = DONE.find((known) => known === done);
  const back = { href: `/pages/${route.subdomain}/notices`, label: t("admin_notices.title") };
  return (
    <Screen
      title={notice.title}
      of={t("admin_notices.title")}
      t={t}
      back={back}
      aside={t(`admin_notices.phase.${phase}`)}
      actions={
        <>
          {phase !== "planned" && (
            <a href={notice.url} data-keys="v" className="button">
              <ExternalLink size={16} aria-hidden /> {t("admin_notices.on_page")}
            </a>
          )}
          {phase === "shown" && (
            <ActionForm action={endNoticeAction} hidden={target.data}>
              <Submit className="button">{t("admin_notices.end")}</Submit>
            </ActionForm>
          )}
        </>
      }
    >
      {said && <Flash text={t(`admin_notices.done.${said}`)} />}
      <AreaTexts locale={locale} areas={["admin_notices"]}>
        <Parts admin={admin} notice={notice} target={target.data} />
      </AreaTexts>
    </Screen>
  );
}

type PartsProps = {
  admin: Admin;
  notice: InfoNotice;
  target: { subdomain: string; info_notice_id: number };
};

async function Parts({ admin, notice, target }: PartsProps) {
  const { t, ctx, page, format } = admin;
  const news = await readUpdateLogs(ctx, page, `info_notice:${notice.id}`);
  const newsOf = (id: number) => {
    const its = news.get(id);
    return its && <News {...its} admin={admin} />;
  };
  const { service_ids, subscription_group_ids } = notice;
  const groups = subscription_group_ids.length > 0 ? { subscription_group_ids } : {};
  const languages = otherLanguages(page, notice.translations);
  const moment = (time: string | null) => fieldMoment(time, page.time_zone);
  const rendered = await renderTexts(notice.updates.map(({ description }) => description));
  return (
    <>
      <Section title={t("admin_notices.section.updates")}>
        <NoticeUpdates
          target={target}
          languages={languages}
          notify={page.notify_by_default}
          audience={await previewAudience(ctx, page, { type: "", service_ids }, groups)}
          updates={notice.updates.map(({ id, description, translations, posted_at }) => ({
            ...{ id, description, translations, html: rendered.get(description) ?? "" },
            posted: format.dateTime(posted_at),
            news: newsOf(id),
          }))}
        />
      </Section>
      <NoticeForm
        subdomain={target.subdomain}
        notice={notice}
        services={await readChoices(admin)}
        languages={languages}
        time_zone={page.time_zone}
        times={{ from: moment(notice.featured_from), until: moment(notice.featured_until) }}
        groups={await readGroups(admin)}
      />
      <Section title={t("admin_notices.delete_title")} text={t("admin_notices.delete_text")}>
        <ConfirmDialog
          trigger={
            <button type="button" className="button button-danger">
              {t("admin_notices.delete")}
            </button>
          }
          title={t("admin_notices.delete_title")}
          text={t("admin_notices.delete_text")}
          name={notice.title}
          action={deleteNoticeAction}
          hidden={target}
          submit={t("admin_notices.delete")}
        />
      </Section>
    </>
  );
}
