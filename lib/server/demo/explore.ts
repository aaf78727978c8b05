import type { CreateIncidentTemplate } from "#lib/incidents/templates/schema.ts";
import type { CreateWebhook } from "#lib/notifications/webhooks/schema.ts";
import type { CreateMetric } from "#lib/services/metrics/schema.ts";

/** A metric and its value at a share (0 to 1) of the day's load, with a noise of 0 to 1. */
type DemoMetric = CreateMetric & { valueAt: (load: number, noise: number) => number };

export const METRICS: readonly DemoMetric[] = [
  {
    title: "API response time",
    unit: "ms",
    type: "rt",
    enabled: true,
    visible: true,
    featured_number: "avg",
    threshold: 400,
    valueAt: (load, noise) => Math.round(120 + 90 * load + 45 * noise),
  },
  {
    title: "Successful payments",
    unit: "%",
    type: "up",
    enabled: true,
    visible: true,
    featured_number: "last",
    valueAt: (load, noise) => Math.round((99.95 - 0.2 * load - 0.15 * noise) * 100) / 100,
  },
];

/** Templates; services by name. */
export const TEMPLATES: readonly (Omit<CreateIncidentTemplate, "service_ids"> & {
  services: readonly string[];
})[] = [
  {
    name: "Payments fail",
    title: "Card payments fail",
    description: "Some card payments are declined. We are looking into it with our provider.",
    incident_types: ["major", "minor"],
    services: ["Card payments"],
    translations: {
      de: {
        title: "Kartenzahlungen schlagen fehl",
        description:
          "Einige Kartenzahlungen werden abgelehnt. Wir klären das mit unserem Dienstleister.",
      },
    },
  },
  {
    name: "API is slow",
    title: "The API responds slowly",
    description: "Requests take several seconds. We are looking into it.",
    incident_types: ["minor"],
    services: ["REST API"],
    translations: {},
  },
  {
    name: "Database upgrade",
    title: "Database upgrade",
    description: "We are upgrading our database. Expect short interruptions.",
    incident_types: ["scheduled"],
    services: ["Storefront", "API"],
    translations: {},
  },
];

/** Its address belongs to nobody, and it is off, so that no event is ever sent to it. */
export const WEBHOOK: CreateWebhook = {
  url: "https://hooks.acme.example/allclear-demo",
  events: ["incident.created", "incident.updated"],
  enabled: false,
  ordered: false,
};

export const ACCESS_GROUP = { name: "Demo: API customers", services: ["API"] };

/** The services that subscribers chose, taken in turns; none: everything. */
export const CHOICES: readonly (readonly string[])[] = [
  [],
  [],
  ["Checkout", "Card payments"],
  [],
  ["REST API", "Webhook delivery"],
];
