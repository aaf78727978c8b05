/** Those of some updates that subscribers are told of. */
export function newsIn(posted: readonly { id: number; notify: boolean }[]): number[] {
  return posted.filter(({ notify }) => notify).map(({ id }) => id);
}
