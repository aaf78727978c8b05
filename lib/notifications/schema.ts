export const NOTIFICATION_STATES = ["waiting", "handed_over", "quarantined", "withdrawn"] as const;
