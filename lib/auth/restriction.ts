export type Restriction = {
  member_restricted: boolean;
  /** The addresses that alone may see the page; null where any may. */
  restricted_ips: string | null;
};

/** Whether only members or certain addresses may see a page: then there is no copy for everybody. */
export function isRestricted({ member_restricted, restricted_ips }: Restriction): boolean {
  return member_restricted || restricted_ips !== null;
}
