import type { Branch } from "#lib/server/seed/tree.ts";

const CHECKOUT: Branch = {
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

const STOREFRONT: Branch = {
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

const API: Branch = {
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

const DASHBOARD: Branch = {
  name: "Dashboard",
  description: "Where you manage orders, products and your team.",
  de: { description: "Wo Sie Bestellungen, Produkte und Ihr Team verwalten." },
};

const EMAIL: Branch = {
  name: "E-mail",
  description: "Order confirmations, shipping notices and invoices.",
  de: { name: "E-Mail", description: "Bestellbestätigungen, Versandmeldungen und Rechnungen." },
};

/** The services of the demo page: twelve in three levels. */
export const TREE: readonly Branch[] = [STOREFRONT, API, DASHBOARD, EMAIL];
