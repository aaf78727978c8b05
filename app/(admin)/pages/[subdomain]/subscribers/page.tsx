import { Plus, Users } from "lucide-react";
import Link from "next/link";
import { z } from "zod";
import { Filters } from "#app/_ui/admin/filters.tsx";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { Pager } from "#app/_ui/admin/pager.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import { readScreen } from "#app/(admin)/_shared/paging.ts";
import { Unsent } from "#app/(admin)/pages/[subdomain]/emails/_ui/unsent.tsx";
import { SUBSCRIPTION_TYPES } from "#lib/channels/channel.ts";
import { isPageMailSent } from "#lib/channels/email/mail-folder.ts";
import { listSubscriptionGroups } from "#lib/incidents/groups/groups.ts";
import type { SubscriptionGroup } from "#lib/incidents/groups/schema.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { listSubscriptions } from "#lib/subscribers/read.ts";
import { More } from "./_ui/more.tsx";
import { SubscriberTable } from "./_ui/table.tsx";

type Query = Record<string, string | undefined>;
type Props = { params: Promise<{ subdomain: string }>; searchParams: Promise<Query> };

/** A list that is narrowed is counted up to here. */
const COUNT_LIMIT = 1_000;

const DONE = ["created", "saved", "deleted"] as const;

const NARROWS = ["query", "type", "group_id"];

const Narrowed = z.object({
  query: z.string().max(200).catch(""),
  type: z.enum(SUBSCRIPTION_TYPES).optional().catch(undefined),
  group_id: z.coerce.number().int().positive().optional().catch(undefined),
});

export default async function SubscribersPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const asked = await searchParams;
  const admin = await openAdmin(subdomain);
  const { ctx, page, may, t } = admin;
  const path = `/pages/${subdomain}/subscribers`;
  const { query, ...filter } = Narrowed.parse(asked);
  const { after, before } = asked;
  const given = NARROWS.flatMap((name) => (asked[name] ? [[name, asked[name]]] : []));
  const cursor = { limit: "50", ...(after && { after }), ...(before && { before }) };
  const [{ rows, newer, older, total_count }, groups, isMailSent] = await Promise.all([
    readScreen(`${path}?${new URLSearchParams(given)}`, cursor, (slice) =>
      listSubscriptions(ctx, page, slice, query.trim(), filter),
    ),
    listSubscriptionGroups(ctx, page),
    isPageMailSent(ctx, page),
  ]);
  const isNarrowed = Boolean(query || filter.type || filter.group_id);
  const said = DONE.find((known) => known === asked.done);
  const isMore = isNarrowed && total_count >= COUNT_LIMIT;
  const create = may("subscription.write") && (
    <Link href={`${path}/new`} data-keys="n" className="button button-primary">
      <Plus size={16} aria-hidden /> {t("admin_subscribers.new")}
    </Link>
  );
  return (
    <Screen
      title={t("admin_subscribers.title")}
      of={page.name}
      text={t("admin_subscribers.text")}
      t={t}
      actions={
        <>
          <Link href={`${path}/quarantine`} className="button">
            {t("admin_quarantine.title")}
          </Link>
          <Link href={`${path}/groups`} className="button">
            {t("admin_subscribers.groups")}
          </Link>
          {may("subscription.write") && (
            <More
              path={path}
              texts={{
                more: t("admin_subscribers.more"),
                import: t("admin_import.title"),
                export: t("admin_subscribers.export"),
                person: t("admin_person.title"),
              }}
            />
          )}
          {(rows.length > 0 || isNarrowed) && create}
        </>
      }
    >
      {said && <Flash text={t(`admin_subscribers.done.${said}`)} />}
      {!isMailSent && <Unsent admin={admin} />}
      {(rows.length > 0 || isNarrowed) && <Narrow groups={groups} t={t} />}
      {rows.length > 0 ? (
        <SubscriberTable admin={admin} rows={rows} groups={groups} />
      ) : (
        <EmptyState
          icon={isNarrowed ? undefined : <Users size={28} strokeWidth={1.5} />}
          title={t(isNarrowed ? "admin_kit.filter.none" : "admin_subscribers.empty")}
          text={t(isNarrowed ? "admin_kit.filter.none_text" : "admin_subscribers.empty_text")}
        >
          {!isNarrowed && create}
        </EmptyState>
      )}
      <Pager newer={newer} older={older} label={t("admin_subscribers.title")} t={t}>
        {rows.length > 0 &&
          t(`admin_subscribers.${isMore ? "count_more" : "count"}`, { count: total_count })}
      </Pager>
    </Screen>
  );
}

function Narrow({ groups, t }: { groups: SubscriptionGroup[]; t: Translate }) {
  return (
    <Filters
      search={{ name: "query", label: t("admin_subscribers.search") }}
      choices={[
        {
          name: "type",
          label: t("admin_subscribers.type.any"),
          options: SUBSCRIPTION_TYPES.map((value) => ({
            value,
            label: t(`admin_subscribers.type.${value}`),
          })),
        },
        {
          name: "group_id",
          label: t("admin_subscribers.any_group"),
          options: groups.map(({ id, name }) => ({ value: String(id), label: name })),
        },
      ]}
    />
  );
}
