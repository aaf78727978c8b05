import type { SeedIncident } from "#lib/server/seed/shapes.ts";

export const RECENT: readonly SeedIncident[] = [
  {
    title: "Search results are incomplete",
    de: "Suchergebnisse sind unvollständig",
    type: "minor",
    services: ["Search"],
    starts: { day: -3, at: "09:14" },
    updates: [
      {
        after: 4,
        type: "investigating",
        text: "Searches in some shops leave out products that were changed this morning. Product pages themselves are correct.",
        de: "In einigen Shops fehlen in der Suche Produkte, die heute Morgen geändert wurden. Die Produktseiten selbst stimmen.",
      },
      {
        after: 17,
        type: "identified",
        text: "A part of the index stopped taking changes after a routine restart at 09:14. We are rebuilding it.",
        de: "Ein Teil des Index nimmt seit einem Neustart um 09:14 Uhr keine Änderungen mehr an. Wir bauen ihn neu auf.",
      },
      {
        after: 41,
        type: "monitoring",
        text: "The index is rebuilt, and searches find everything again. We are watching it for a while.",
        de: "Der Index ist neu aufgebaut, die Suche findet wieder alles. Wir behalten sie noch im Auge.",
      },
      {
        after: 52,
        type: "resolved",
        text: "Search is complete in all shops.",
        de: "Die Suche ist in allen Shops vollständig.",
      },
    ],
  },
  {
    title: "Card payments fail",
    de: "Kartenzahlungen schlagen fehl",
    type: "major",
    services: ["Card payments", "Checkout"],
    starts: { day: -9, at: "16:41" },
    updates: [
      {
        after: 3,
        type: "investigating",
        text: "About four in ten card payments are declined with an unspecific error. Bank transfers work; please offer them meanwhile.",
        de: "Etwa vier von zehn Kartenzahlungen werden mit einem allgemeinen Fehler abgelehnt. Überweisungen funktionieren; bitte bieten Sie diese so lange an.",
      },
      {
        after: 12,
        type: "identified",
        text: "Our payment provider has trouble in one of its two regions. We are sending all card payments through the other one.",
        de: "Unser Zahlungsdienstleister hat in einer seiner beiden Regionen Probleme. Wir leiten alle Kartenzahlungen über die andere.",
      },
      {
        after: 26,
        type: "monitoring",
        text: "Since 17:05 card payments go through the other region and succeed as usual.",
        de: "Seit 17:05 Uhr laufen Kartenzahlungen über die andere Region und gelingen wie gewohnt.",
      },
      {
        after: 34,
        type: "resolved",
        text: "Card payments have been normal for ten minutes. Declined payments were not charged. We are adding an automatic switch between the regions, so that next time this takes seconds.",
        de: "Kartenzahlungen sind seit zehn Minuten wieder normal. Abgelehnte Zahlungen wurden nicht belastet. Wir bauen eine automatische Umschaltung zwischen den Regionen ein, damit es nächstes Mal Sekunden dauert.",
      },
    ],
  },
  {
    title: "Network maintenance for the API",
    de: "Netzwerkwartung an der API",
    type: "scheduled",
    services: ["REST API", "Webhook delivery"],
    starts: { day: -15, at: "22:00" },
    planned_minutes: 90,
    updates: [
      {
        after: -5 * 1440,
        type: "scheduled",
        text: "We are replacing two routers. Requests to the API may take up to a second longer; please make sure that your client retries.",
        de: "Wir tauschen zwei Router aus. Anfragen an die API können bis zu einer Sekunde länger dauern; bitte sorgen Sie dafür, dass Ihr Client Anfragen wiederholt.",
      },
      { after: 0, type: "started", text: "We have begun.", de: "Wir haben begonnen." },
      {
        after: 71,
        type: "resolved",
        text: "Both routers are replaced, earlier than planned.",
        de: "Beide Router sind getauscht, früher als geplant.",
      },
    ],
  },
  {
    title: "Order confirmations arrive late",
    type: "minor",
    services: ["E-mail"],
    starts: { day: -21, at: "11:08" },
    updates: [
      {
        after: 22,
        type: "investigating",
        text: "Some large mailbox providers accept our e-mails slowly. Confirmations may arrive up to an hour late; none is lost.",
      },
      {
        after: 58,
        type: "identified",
        text: "A newsletter of one shop used up the share of all others. We have paused it and given confirmations a lane of their own.",
      },
      {
        after: 155,
        type: "resolved",
        text: "The backlog is gone; confirmations arrive within a minute.",
      },
    ],
  },
  {
    title: "Signing in to the dashboard fails",
    de: "Anmeldung am Dashboard schlägt fehl",
    type: "minor",
    services: ["Dashboard"],
    starts: { day: -30, at: "07:52" },
    updates: [
      {
        after: 9,
        type: "investigating",
        text: "Some people cannot sign in to the dashboard. Who is signed in can go on working.",
        de: "Einige können sich nicht am Dashboard anmelden. Wer angemeldet ist, kann weiterarbeiten.",
      },
      {
        after: 31,
        type: "escalate",
        text: "Now nobody can sign in, and open sessions end. Shops, checkout and API are not affected.",
        de: "Inzwischen kann sich niemand mehr anmelden, und offene Sitzungen enden. Shops, Kasse und API sind nicht betroffen.",
      },
      {
        after: 49,
        type: "identified",
        text: "A certificate between two of our systems expired. We are putting the new one in place.",
        de: "Ein Zertifikat zwischen zweien unserer Systeme war abgelaufen. Wir setzen das neue ein.",
      },
      {
        after: 78,
        type: "resolved",
        text: "Signing in works again. We now get warned thirty days before any certificate expires.",
        de: "Die Anmeldung funktioniert wieder. Künftig werden wir dreißig Tage vor dem Ablauf jedes Zertifikats gewarnt.",
      },
    ],
  },
];
