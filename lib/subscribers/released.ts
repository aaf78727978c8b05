/** What says of a subscription that its address may be written to. */
export const RELEASED = {
  quarantined_at: null,
  quarantined_until: null,
  quarantine_reason: null,
  quarantine_kind: null,
};
