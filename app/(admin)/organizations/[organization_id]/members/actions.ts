"use server";
import { z } from "zod";
import { action, NO_INPUT } from "#lib/api/actions.ts";
import { addressIn, fieldsIn, textIn } from "#lib/core/forms/read.ts";
import { addMember, deleteMember, updateMember } from "#lib/identity/members/members.ts";
import {
  addPageMember,
  deletePageMember,
  updatePageMember,
} from "#lib/identity/members/page-members.ts";
import {
  AddMember,
  AddPageMember,
  UpdateMember,
  UpdatePageMember,
} from "#lib/identity/members/schema.ts";
import { endMemberAccess } from "#lib/identity/profile/end-access.ts";
import { resetMemberSignIn } from "#lib/identity/profile/reset-sign-in.ts";
import { renewJoinLink, revokeJoinLink } from "#lib/pages/join-links/link.ts";
import { env } from "#lib/platform/config/env.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

const invitation = (form: FormData) => fieldsIn(form, { email: addressIn, role: textIn });
const role = (form: FormData) => fieldsIn(form, { role: textIn });

/** Whether they hear of it by mail is the server's matter. */
const invitedText = () =>
  env().SMTP_URL ? "admin_members.done.invited" : "admin_members.done.invited_unsent";

export const addMemberAction = action(
  "addMemberAction",
  { input: AddMember, read: invitation },
  async ({ ctx, target, input, t }) => {
    const { invitation_url: value } = await addMember(ctx, target, input);
    const label = t("admin_members.link_for", { email: input.email });
    return { text: t(invitedText()), shown: { label, value } };
  },
);

export const updateMemberAction = action(
  "updateMemberAction",
  { input: UpdateMember, read: role },
  async ({ ctx, target, input, t }) => {
    await updateMember(ctx, target, input);
    return { text: t("admin_members.done.role") };
  },
);

/** To remove a member or reset their sign-in, an owner types their address. */
const CONFIRMED = {
  input: z.object({ confirm: z.string(), email: z.string() }),
  read: (form: FormData) => ({ confirm: textIn(form, "confirm"), email: textIn(form, "email") }),
};

function check({ confirm, email }: { confirm: string; email: string }): void {
  if (confirm.trim().toLowerCase() !== email.trim().toLowerCase())
    throw invalid({ confirm: [{ code: "mismatch" }] });
}

export const deleteMemberAction = action(
  "deleteMemberAction",
  CONFIRMED,
  async ({ ctx, target, input, t }) => {
    check(input);
    await deleteMember(ctx, target);
    return { text: t("admin_members.done.removed") };
  },
);

export const resetSignInAction = action(
  "resetSignInAction",
  CONFIRMED,
  async ({ ctx, target, input, t }) => {
    check(input);
    await resetMemberSignIn(ctx, target);
    return { text: t("admin_members.done.reset") };
  },
);

export const endAccessAction = action(
  "endAccessAction",
  CONFIRMED,
  async ({ ctx, target, input, t }) => {
    check(input);
    await endMemberAccess(ctx, target);
    return { text: t("admin_members.done.ended") };
  },
);

export const addPageMemberAction = action(
  "addPageMemberAction",
  { input: AddPageMember, read: invitation },
  async ({ ctx, target, input, t }) => {
    const { invitation_url: value } = await addPageMember(ctx, target, input);
    const label = t("admin_members.link_for", { email: input.email });
    return { text: t(invitedText()), shown: { label, value } };
  },
);

export const updatePageMemberAction = action(
  "updatePageMemberAction",
  { input: UpdatePageMember, read: role },
  async ({ ctx, target, input, t }) => {
    await updatePageMember(ctx, target, input);
    return { text: t("admin_members.done.role") };
  },
);

export const deletePageMemberAction = action(
  "deletePageMemberAction",
  CONFIRMED,
  async ({ ctx, target, input, t }) => {
    check(input);
    await deletePageMember(ctx, target);
    return { text: t("admin_members.done.removed") };
  },
);

export const renewJoinLinkAction = action(
  "renewJoinLinkAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    await renewJoinLink(ctx, target);
    return { text: t("admin_members.done.link") };
  },
);

export const revokeJoinLinkAction = action(
  "revokeJoinLinkAction",
  NO_INPUT,
  async ({ ctx, target, t }) => {
    await revokeJoinLink(ctx, target);
    return { text: t("admin_members.done.revoked") };
  },
);
