import type { Db } from "#db/index.ts";
import { acceptInvitation } from "#lib/identity/members/invitations.ts";
import type { Minted } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import { expect } from "#tests/support/test.ts";

export type Member = {
  id: number;
  email: string;
  role: string;
  user: { id: number } | null;
  invitation_url?: string;
};

export type List = {
  members: Member[];
  links: { next: string | null; prev: string | null };
  meta: { total_count: number };
};

export function pathOf({ id }: Minted): string {
  return `/orgs/${id}/members`;
}

export async function add(api: Api, organization: Minted, member: object): Promise<Member> {
  const response = await api.post(pathOf(organization), { member });
  expect(response.status, response.text).toBe(200);
  return response.json<{ member: Member }>().member;
}

export async function ownRow(api: Api, organization: Minted, email: string): Promise<Member> {
  const { members } = (await api.get(`${pathOf(organization)}?email=${email}`)).json<List>();
  return members[0] as Member;
}

/** Accepts an invitation as the user whose address it names, signed in. */
export async function accept(
  db: Db,
  user_id: number,
  { invitation_url = "" }: Member,
): Promise<void> {
  const actor = { kind: "user", user_id, api_key_id: null } as const;
  const ctx = { db, actor, address: null, request_id: "test" };
  await acceptInvitation(ctx, invitation_url.split("/").at(-1) ?? "", {
    name: undefined,
    password: undefined,
  });
}
