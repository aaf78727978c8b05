import type { SeedIncident } from "#lib/server/seed/shapes.ts";

export const HISTORY: readonly SeedIncident[] = [
  {
    title: "Moving images to a new network",
    type: "scheduled",
    services: ["Images and files"],
    starts: { day: -38, at: "05:00" },
    planned_minutes: 120,
    affects_uptime: true,
    updates: [
      {
        after: -7 * 1440,
        type: "scheduled",
        text: "Product images move to a network with locations closer to your customers. New uploads wait until we are done; existing images stay visible.",
      },
      { after: 1, type: "started", text: "The move has begun. Uploads are queued." },
      {
        after: 84,
        type: "monitoring",
        text: "All images come from the new network. We are working off the queued uploads.",
      },
      { after: 120, type: "resolved", text: "Done: images load a third faster outside Europe." },
    ],
  },
  {
    title: "The API answers with errors",
    de: "Die API antwortet mit Fehlern",
    type: "major",
    services: ["REST API", "Webhook delivery"],
    starts: { day: -44, at: "13:27" },
    updates: [
      {
        after: 2,
        type: "investigating",
        text: "Most requests to the API are answered with status 503. Shops are not affected.",
        de: "Die meisten Anfragen an die API werden mit Status 503 beantwortet. Die Shops sind nicht betroffen.",
      },
      {
        after: 8,
        type: "identified",
        text: "A release at 13:25 opened too many database connections. We are taking it back.",
        de: "Eine Version, die um 13:25 Uhr ausgerollt wurde, öffnet zu viele Datenbankverbindungen. Wir nehmen sie zurück.",
      },
      {
        after: 19,
        type: "resolved",
        text: "The release is taken back; the API has answered normally since 13:44. Webhooks of the last minutes were delivered again.",
        de: "Die Version ist zurückgenommen; seit 13:44 Uhr antwortet die API normal. Webhooks der letzten Minuten wurden erneut zugestellt.",
      },
      {
        after: 1_570,
        type: "update",
        text: "What happened: the release changed how connections are shared, and our test load was too small to show it. Releases now reach one server in twenty first, and stop by themselves when errors rise.",
        de: "Was geschehen ist: Die Version änderte, wie Verbindungen geteilt werden, und unsere Testlast war zu klein, um das zu zeigen. Neue Versionen erreichen nun zuerst einen von zwanzig Servern und halten von selbst an, wenn Fehler zunehmen.",
      },
    ],
  },
  {
    title: "Product pages load slowly",
    type: "minor",
    services: ["Product pages"],
    starts: { day: -52, at: "18:20" },
    updates: [
      {
        after: 5,
        type: "investigating",
        text: "Product pages take three to five seconds in some shops. Checkout is as fast as usual.",
      },
      {
        after: 19,
        type: "identified",
        text: "A price import ran at the busiest time of the day. We have stopped it; it continues at night.",
      },
      { after: 27, type: "resolved", text: "Pages load normally." },
    ],
  },
  {
    title: "Bank transfers are confirmed late",
    de: "Überweisungen werden verspätet bestätigt",
    type: "minor",
    services: ["Bank transfer"],
    starts: { day: -63, at: "10:02" },
    updates: [
      {
        after: 33,
        type: "investigating",
        text: "Orders paid by bank transfer stay “awaiting payment” although the money has arrived.",
        de: "Per Überweisung bezahlte Bestellungen bleiben auf „Zahlung erwartet“, obwohl das Geld eingegangen ist.",
      },
      {
        after: 64,
        type: "identified",
        text: "Our bank delivers its statements late today. We have asked for a manual delivery.",
        de: "Unsere Bank liefert ihre Kontoauszüge heute verspätet. Wir haben um eine Lieferung von Hand gebeten.",
      },
      {
        after: 190,
        type: "resolved",
        text: "The statements are here, and all waiting orders are confirmed.",
        de: "Die Auszüge sind da, und alle wartenden Bestellungen sind bestätigt.",
      },
    ],
  },
  {
    title: "Monthly maintenance of bank connections",
    type: "scheduled",
    services: ["Bank transfer"],
    starts: { day: -71, at: "23:10" },
    planned_minutes: 90,
    updates: [
      {
        after: -3 * 1440,
        type: "scheduled",
        text: "Our bank renews its systems. Transfers that arrive in this window are confirmed afterwards.",
      },
      {
        after: 94,
        type: "update",
        text: "The bank has finished; all transfers of the night are confirmed.",
      },
    ],
  },
  {
    title: "No e-mails are sent",
    type: "major",
    services: ["E-mail"],
    starts: { day: -78, at: "20:33" },
    updates: [
      {
        after: 11,
        type: "investigating",
        text: "No confirmations or invoices have left our systems since 20:33. They are kept and will be sent.",
      },
      {
        after: 24,
        type: "identified",
        text: "The mail servers lost their connection after a firewall change. We are taking the change back.",
      },
      {
        after: 41,
        type: "resolved",
        text: "E-mails flow again; everything that waited has been sent.",
      },
    ],
  },
  {
    title: "Some images do not load",
    type: "minor",
    services: ["Images and files"],
    starts: { day: -86, at: "08:15" },
    updates: [
      {
        after: 7,
        type: "investigating",
        text: "Visitors in southern Europe see placeholders instead of some product images.",
      },
      {
        after: 22,
        type: "resolved",
        text: "One location of our image network was faulty and has been taken out. Images load everywhere.",
      },
    ],
  },
];
