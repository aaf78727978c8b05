import { Plus, UsersRound } from "lucide-react";
import { Pager } from "#app/_ui/admin/pager.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { TabLinks } from "#app/_ui/admin/tabs.tsx";
import { found } from "#app/(admin)/_shared/open.ts";
import { type OrganizationAdmin, openOrganization } from "#app/(admin)/_shared/organization.ts";
import { Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { mayRole } from "#lib/core/access/permissions.ts";
import { listMembers } from "#lib/identity/members/members.ts";
import { listPageMembers } from "#lib/identity/members/page-members.ts";
import { getJoinLink } from "#lib/pages/join-links/link.ts";
import type { OwnPage } from "#lib/pages/read.ts";
import { env } from "#lib/platform/config/env.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { Invite, JoinByLink, MemberTable } from "./_ui.tsx";
import {
  addMemberAction,
  addPageMemberAction,
  deleteMemberAction,
  deletePageMemberAction,
  endAccessAction,
  resetSignInAction,
  updateMemberAction,
  updatePageMemberAction,
} from "./actions.ts";

type Query = { page?: string; after?: string; before?: string };
type Props = { params: Promise<{ organization_id: string }>; searchParams: Promise<Query> };

function neighbours(links: ReturnType<typeof pageLinks>["links"], path: string) {
  const address = (link: string | null) => link && `${path}${new URL(link).search}`;
  return { newer: address(links.prev), older: address(links.next) };
}

const ofPerson = { reset: resetSignInAction, end: endAccessAction };

type ViewProps = { admin: OrganizationAdmin; query: Query; path: string };

async function Whole({ admin, query, path }: ViewProps) {
  const { ctx, organization, may, t } = admin;
  const target = { organization_id: organization.id };
  const url = `${env().APP_URL}${path}`;
  const slice = await found(Promise.try(() => sliceFrom(Pagination.parse(query), url)));
  const { rows, ...rest } = await found(listMembers(ctx, target, slice, {}));
  const writes = may("organization.write");
  return (
    <>
      <MemberTable
        admin={admin}
        label={t("admin_members.title")}
        members={rows}
        may={
          writes
            ? {
                update: updateMemberAction,
                remove: deleteMemberAction,
                person: ({ user }) => (user && user.id !== admin.user.id ? ofPerson : null),
                hidden: ({ id }) => ({ ...target, member_id: id }),
              }
            : null
        }
      />
      <Pager
        {...neighbours(pageLinks(url, rest).links, path)}
        label={t("admin_members.title")}
        t={t}
      >
        {t("admin_members.count", { count: rest.total_count })}
      </Pager>
      {writes && (
        <Invite
          t={t}
          action={addMemberAction}
          hidden={target}
          text={t("admin_members.invite_text")}
        />
      )}
    </>
  );
}

async function ofPage({ ctx }: OrganizationAdmin, { subdomain, role }: OwnPage) {
  if (!mayRole(role, "page.read")) return null;
  return getJoinLink(ctx, { subdomain }).catch((error) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
}

async function Single({ admin, query, path, page }: ViewProps & { page: OwnPage }) {
  const { ctx, t } = admin;
  const { subdomain, role, name } = page;
  const url = `${env().APP_URL}${path}?page=${subdomain}`;
  const slice = await found(Promise.try(() => sliceFrom(Pagination.parse(query), url)));
  const { rows, ...rest } = await found(listPageMembers(ctx, { subdomain }, slice, {}));
  const writes = mayRole(role, "page_member.write");
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState
          icon={<UsersRound size={28} strokeWidth={1.5} />}
          title={t("admin_members.none", { name })}
          text={t("admin_members.none_text")}
        >
          {writes && (
            <a href="#invite" className="button">
              {t("admin_members.invite")}
            </a>
          )}
        </EmptyState>
      ) : (
        <MemberTable
          admin={admin}
          label={t("admin_members.of_page", { name })}
          members={rows}
          ofPage
          may={
            writes
              ? {
                  update: updatePageMemberAction,
                  remove: deletePageMemberAction,
                  person: () => null,
                  hidden: ({ id }) => ({ subdomain, page_member_id: id }),
                }
              : null
          }
        />
      )}
      <Pager
        {...neighbours(pageLinks(url, rest).links, path)}
        label={t("admin_members.title")}
        t={t}
      />
      {writes && (
        <Invite
          t={t}
          action={addPageMemberAction}
          hidden={{ subdomain }}
          text={t("admin_members.invite_page_text", { name })}
        />
      )}
      {mayRole(role, "status_page.write") && (
        <JoinByLink t={t} subdomain={subdomain} link={await ofPage(admin, page)} />
      )}
    </>
  );
}

export default async function MembersPage({ params, searchParams }: Props) {
  const { organization_id } = await params;
  const query = await searchParams;
  const admin = await openOrganization(organization_id);
  const { organization, pages, t } = admin;
  const path = `/organizations/${organization.id}/members`;
  const readable = pages.filter(({ role }) => mayRole(role, "page_member.read"));
  const page = readable.find(({ subdomain }) => subdomain === query.page);
  const tabs = [
    { href: path, label: t("admin_members.whole"), isChosen: !page },
    ...readable.map(({ subdomain, name }) => ({
      href: `${path}?page=${subdomain}`,
      label: name,
      isChosen: subdomain === page?.subdomain,
    })),
  ];
  const view = { admin, query, path };
  const writes = page ? mayRole(page.role, "page_member.write") : admin.may("organization.write");
  return (
    <Screen
      title={t("admin_members.title")}
      of={organization.name}
      text={page ? t("admin_members.page_text") : t("admin_members.text")}
      t={t}
      actions={
        writes && (
          <a href="#invite" data-keys="n" className="button button-primary">
            <Plus size={16} aria-hidden /> {t("admin_members.invite")}
          </a>
        )
      }
    >
      <TabLinks label={t("admin_members.title")} tabs={tabs} />
      {page ? <Single {...view} page={page} /> : <Whole {...view} />}
    </Screen>
  );
}
