import { Counter } from "#lib/platform/metrics.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

export type DeliveryOutcome = "delivered" | "retried" | "refused" | "withdrawn";

const counter = oncePerProcess(
  "deliveries",
  () =>
    new Counter("allclear_deliveries_total", "Attempts to deliver messages, by their outcome", [
      "channel",
      "outcome",
    ]),
);

/** @param channel a kind of subscription, `webhook` for the team's, `account` for letters */
export function countDelivery(channel: string, outcome: DeliveryOutcome): void {
  counter.add(channel, outcome);
}
