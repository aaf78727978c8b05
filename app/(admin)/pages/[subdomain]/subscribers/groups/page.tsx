import Link from "next/link";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { Table } from "#app/_ui/admin/table.tsx";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { createSubscriptionGroupAction } from "#app/(admin)/pages/[subdomain]/subscribers/actions.ts";
import { listSubscriptionGroups } from "#lib/incidents/groups/groups.ts";
import { GroupActions } from "./_row.tsx";

type Props = { params: Promise<{ subdomain: string }> };

export default async function SubscriberGroupsPage({ params }: Props) {
  const { subdomain } = await params;
  const { ctx, page, may, t, locale } = await openAdmin(subdomain);
  const groups = await found(listSubscriptionGroups(ctx, page));
  const writes = may("subscription.write");
  const path = `/pages/${subdomain}/subscribers`;
  return (
    <Screen
      title={t("admin_subscribers.groups")}
      of={page.name}
      text={t("admin_subscribers.groups_text")}
      t={t}
      back={{ href: path, label: t("admin_subscribers.title") }}
    >
      <AreaTexts locale={locale} areas={["admin_subscribers"]}>
        {groups.length === 0 ? (
          <EmptyState
            title={t("admin_subscribers.groups_empty")}
            text={t("admin_subscribers.groups_empty_text")}
          >
            {writes && (
              <a href="#new" className="button">
                {t("admin_subscribers.group_new")}
              </a>
            )}
          </EmptyState>
        ) : (
          <Table
            label={t("admin_subscribers.groups")}
            rows={groups}
            keyOf={({ id }) => id}
            head={{
              label: t("admin_subscribers.group_name"),
              cell: ({ id, name }) => (
                <Link href={`${path}?group_id=${id}`} className="row-link truncate">
                  {name}
                </Link>
              ),
            }}
            columns={[]}
            actions={
              writes ? ({ id, name }) => <GroupActions {...{ subdomain, id, name }} /> : undefined
            }
          />
        )}
        {writes && (
          <div id="new" className="mt-10 scroll-mt-20">
            <Section title={t("admin_subscribers.group_new")}>
              <ActionForm
                action={createSubscriptionGroupAction}
                hidden={{ subdomain }}
                className="space-y-4"
              >
                <Field name="name" label={t("admin_subscribers.group_name")} />
                <Submit>{t("admin_subscribers.group_create")}</Submit>
              </ActionForm>
            </Section>
          </div>
        )}
      </AreaTexts>
    </Screen>
  );
}
