import type { CreateIncidentTemplate } from "#lib/incidents/templates/schema.ts";
import type { CreateWebhook } from "#lib/notifications/webhooks/schema.ts";
import type { SeedService } from "#lib/server/seed/shapes.ts";
import type { CreateMetric } from "#lib/services/metrics/schema.ts";

const CHECKOUT: SeedService = {
  name: "Checkout",
  description: "From the basket to the confirmed order.",
  de: { name: "Kasse", description: "Vom Warenkorb bis zur bestätigten Bestellung." },
  children: [
    {
      name: "Card payments",
      description: "Credit and debit cards, Apple Pay and Google Pay.",
      de: {
        name: "Kartenzahlung",
        description: "Kredit- und Debitkarten, Apple Pay und Google Pay.",
      },
    },
    {
      name: "Bank transfer",
      description: "SEPA transfers and direct debits.",
      de: { name: "Überweisung", description: "SEPA-Überweisungen und -Lastschriften." },
    },
  ],
};

const STOREFRONT: SeedService = {
  name: "Storefront",
  description: "The shops that your customers visit.",
  de: { name: "Shops", description: "Die Shops, die Ihre Kundschaft besucht." },
  children: [
    {
      name: "Product pages",
      description: "Categories, products, prices and stock.",
      de: { name: "Produktseiten", description: "Kategorien, Produkte, Preise und Bestand." },
    },
    {
      name: "Search",
      description: "Search, filters and recommendations.",
      de: { name: "Suche", description: "Suche, Filter und Empfehlungen." },
    },
    CHECKOUT,
    {
      name: "Images and files",
      description: "Product images, downloads and invoices.",
      de: { name: "Bilder und Dateien", description: "Produktbilder, Downloads und Rechnungen." },
    },
  ],
};

const API: SeedService = {
  name: "API",
  description: "What your own systems talk to.",
  de: { description: "Womit Ihre eigenen Systeme sprechen." },
  children: [
    {
      name: "REST API",
      description: "api.acme.example, versions 1 and 2.",
      de: { description: "api.acme.example, Version 1 und 2." },
    },
    {
      name: "Webhook delivery",
      description: "Orders and stock changes, delivered to your systems.",
      de: {
        name: "Webhook-Zustellung",
        description: "Bestellungen und Bestandsänderungen, an Ihre Systeme zugestellt.",
      },
    },
  ],
};

const DASHBOARD: SeedService = {
  name: "Dashboard",
  description: "Where you manage orders, products and your team.",
  de: { description: "Wo Sie Bestellungen, Produkte und Ihr Team verwalten." },
};

const EMAIL: SeedService = {
  name: "E-mail",
  description: "Order confirmations, shipping notices and invoices.",
  de: { name: "E-Mail", description: "Bestellbestätigungen, Versandmeldungen und Rechnungen." },
};

export const TREE: readonly SeedService[] = [STOREFRONT, API, DASHBOARD, EMAIL];

/** `load` and `noise` range from 0 to 1. */
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

/** Reserved address, and disabled: no event is ever sent. */
export const WEBHOOK: CreateWebhook = {
  url: "https://hooks.acme.example/allclear-demo",
  events: ["incident.created", "incident.updated"],
  enabled: false,
  ordered: false,
};

export const ACCESS_GROUP = { name: "Demo: API customers", services: ["API"] };

/** Services chosen by subscribers, in turn; empty: all. */
export const CHOICES: readonly (readonly string[])[] = [
  [],
  [],
  ["Checkout", "Card payments"],
  [],
  ["REST API", "Webhook delivery"],
];
