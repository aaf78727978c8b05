import type { SeedIncident, SeedNotice } from "#lib/server/seed/shapes.ts";

export const PRESENT: readonly SeedIncident[] = [
  {
    title: "Webhooks arrive late",
    de: "Webhooks kommen verspätet an",
    type: "minor",
    services: ["Webhook delivery"],
    starts: { minutes: -47 },
    updates: [
      {
        after: 6,
        type: "investigating",
        text: "Webhooks are being delivered with a delay of up to **15 minutes**. Nothing is lost: each one is kept and sent in order. The REST API is not affected.",
        de: "Webhooks werden mit bis zu **15 Minuten** Verspätung zugestellt. Nichts geht verloren: Jeder wird aufbewahrt und der Reihe nach gesendet. Die REST-API ist nicht betroffen.",
      },
      {
        after: 21,
        type: "identified",
        text: "One receiver answers very slowly and holds up a queue that others share. We are moving it to a queue of its own.",
        de: "Ein Empfänger antwortet sehr langsam und hält eine Warteschlange auf, die er mit anderen teilt. Wir geben ihm eine eigene.",
      },
      {
        after: 39,
        type: "monitoring",
        next: 77,
        text: "The receiver has its own queue now, and the backlog is shrinking. Deliveries are about 6 minutes behind; we expect to have caught up within the hour.",
        de: "Der Empfänger hat nun eine eigene Warteschlange, und der Rückstand schrumpft. Zustellungen liegen noch etwa 6 Minuten zurück; innerhalb der nächsten Stunde sollte alles aufgeholt sein.",
      },
    ],
  },
  {
    title: "Invoices are sent late",
    de: "Rechnungen werden verspätet verschickt",
    type: "minor",
    services: ["E-mail"],
    starts: { minutes: -683 },
    updates: [
      {
        after: 9,
        type: "investigating",
        text: "Invoices of the last hour have not been sent. Order confirmations go out as usual.",
        de: "Die Rechnungen der letzten Stunde wurden nicht verschickt. Bestellbestätigungen gehen wie gewohnt hinaus.",
      },
      {
        after: 24,
        type: "identified",
        text: "A server that makes the PDF files ran out of disk space. We are adding some.",
        de: "Einem Server, der die PDF-Dateien erzeugt, fehlte Speicherplatz. Wir erweitern ihn.",
      },
      {
        after: 51,
        type: "resolved",
        text: "All waiting invoices are sent. We are warned from now on while a fifth of the space is still free.",
        de: "Alle wartenden Rechnungen sind verschickt. Ab jetzt werden wir gewarnt, solange noch ein Fünftel des Platzes frei ist.",
      },
    ],
  },
  {
    title: "Database upgrade for orders and payments",
    de: "Datenbank-Upgrade für Bestellungen und Zahlungen",
    type: "scheduled",
    services: ["Checkout", "Card payments", "Bank transfer"],
    starts: { day: 4, at: "22:00" },
    planned_minutes: 90,
    updates: [
      {
        after: -9 * 1440,
        type: "scheduled",
        text: "We are moving the database behind orders and payments to a newer version. Shops stay open; for about **five minutes** in this window orders cannot be paid, and customers are asked to try again shortly.",
        de: "Wir bringen die Datenbank hinter Bestellungen und Zahlungen auf eine neuere Version. Die Shops bleiben offen; für etwa **fünf Minuten** in diesem Zeitraum können Bestellungen nicht bezahlt werden, und Ihre Kundschaft wird gebeten, es gleich noch einmal zu versuchen.",
      },
    ],
  },
];

export const NOTICE: SeedNotice = {
  title: "Version 1 of the API is retired next year",
  de: "Version 1 der API wird nächstes Jahr abgeschaltet",
  from: { day: -2, at: "10:00" },
  until: { day: 26, at: "10:00" },
  services: ["REST API"],
  updates: [
    {
      at: { day: -2, at: "10:00" },
      text: "Version 1 keeps working as it is until the end of next June; new features appear in version 2 only. Most integrations need no more than a new address. The [migration guide](https://acme.example/developers/v2) lists what changed.",
      de: "Version 1 arbeitet bis Ende Juni nächsten Jahres unverändert weiter; Neues erscheint nur in Version 2. Die meisten Anbindungen brauchen nicht mehr als eine neue Adresse. Der [Umstiegsleitfaden](https://acme.example/developers/v2) führt auf, was sich geändert hat.",
    },
  ],
};
