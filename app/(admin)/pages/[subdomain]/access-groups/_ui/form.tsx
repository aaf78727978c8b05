import { ChecksField } from "#app/_ui/admin/checks-field.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { FormFoot, Section } from "#app/_ui/admin/section.tsx";
import { ServicePicker } from "#app/_ui/admin/service-picker.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { readChoices } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import type { FormAction } from "#lib/api/actions.ts";
import { Pagination, sliceFrom } from "#lib/api/pagination.ts";
import { listMembers } from "#lib/identity/members/members.ts";
import { listPageMembers } from "#lib/identity/members/page-members.ts";
import { env } from "#lib/platform/config/env.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import type { AccessGroup } from "#lib/services/access-groups/schema.ts";
import { InviteViewer } from "./invite-viewer.tsx";
import { PublicNote } from "./public-note.tsx";

type Props = { action: FormAction; admin: Admin; group?: AccessGroup };
type Person = { id: number; email: string; role: string };

/** No names where the user may not see the list. */
async function orNone(read: Promise<{ rows: Person[] }>): Promise<Person[]> {
  return read.then(
    ({ rows }) => rows,
    (error) => {
      if (error instanceof AppError) return [];
      throw error;
    },
  );
}

/** The viewers of the page, and whoever is in the group already. */
async function readPeople({ ctx, page, t }: Admin, chosen: readonly number[]) {
  const slice = sliceFrom(Pagination.parse({ limit: "100" }), env().APP_URL);
  const [whole, single] = await Promise.all([
    orNone(listMembers(ctx, page, slice, {})),
    orNone(listPageMembers(ctx, page, slice, {})),
  ]);
  const all = [...whole, ...single];
  const known = all.filter(({ id, role }) => role === "viewer" || chosen.includes(id));
  const others = chosen.filter((id) => all.every((person) => person.id !== id));
  return [
    ...known.map(({ id, email }) => ({ value: String(id), label: email })),
    ...others.map((id) => ({ value: String(id), label: t("admin_access_groups.person", { id }) })),
  ];
}

/** Which services its members see. */
export async function AccessGroupForm({ action, admin, group }: Props) {
  const { page, may, t } = admin;
  const { subdomain } = page;
  const people = await readPeople(admin, group?.users_status_pages ?? []);
  return (
    <>
      <PublicNote admin={admin} />
      <ActionForm
        action={action}
        hidden={{ subdomain, ...(group && { access_group_id: group.id }) }}
        draft={`${subdomain}/access-groups/${group?.id ?? "new"}`}
      >
        <Section title={t("admin_access_groups.one")} text={t("admin_access_groups.one_text")}>
          <Field
            name="name"
            label={t("admin_access_groups.name")}
            initial={group?.name}
            autoFocus={!group}
          />
          <ServicePicker
            services={await readChoices(admin)}
            chosen={group?.service_ids}
            label={t("admin_access_groups.services")}
          />
          {people.length === 0 ? (
            <p className="note">
              {t(`admin_access_groups.nobody.${may("page_member.write") ? "invite" : "ask"}`)}
            </p>
          ) : (
            <ChecksField
              name="users_status_pages"
              label={t("admin_access_groups.members")}
              options={people}
              chosen={group?.users_status_pages.map(String)}
            />
          )}
        </Section>
        <FormFoot>
          <Submit busy={t("admin_kit.saving")}>
            {group ? t("admin_kit.save") : t("admin_access_groups.create")}
          </Submit>
        </FormFoot>
      </ActionForm>
      <InviteViewer admin={admin} />
    </>
  );
}
