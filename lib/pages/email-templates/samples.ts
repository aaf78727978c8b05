import type { Letter, Letterhead } from "#lib/platform/mail/letter.ts";
import { blankVariable, metadataVariable } from "#lib/platform/mail/liquid.ts";

const COLORS = {
  ground: "#ffffff",
  text: "#111111",
  muted: "#555555",
  line: "#dddddd",
  link: "#0b6c93",
  header: "#ffffff",
  header_text: "#111111",
};

const URL = "https://status.example/";
const TIME = "2026-11-20T14:02:00";
const SAID = "<p>We are looking into it.</p>";

/** What a template is tried in before it is kept. */
export const HEAD: Omit<Letterhead, "templates"> = {
  page: { name: "Acme", url: URL },
  lang: "en",
  dir: "ltr",
  light: COLORS,
  dark: COLORS,
  logo: null,
};

const COMMON = { subject: "Subject", paragraphs: ["A paragraph"], notes: ["A note"] };

const HEADING = "The heading";

export const CONFIRMATION: Letter = {
  ...COMMON,
  heading: HEADING,
  button: { label: "Confirm", url: URL },
  variables: {
    subscriber: { email: blankVariable("email"), metadata: metadataVariable() },
    confirm_url: URL,
    what: "everything",
  },
};

const SERVICE = { name: "Checkout", state: "Down", severity: "major" };
const SHADE = { ground: "#ffffff", text: "#111111" };

export const NOTIFICATION: Letter = {
  ...COMMON,
  heading: HEADING,
  news: {
    state: { label: "Investigating", light: SHADE, dark: SHADE },
    rows: [{ label: "Affected", value: "Checkout (Down)" }],
    said: { html: SAID, text: "We are looking into it." },
    links: [{ label: "Unsubscribe", url: URL }],
  },
  button: { label: "Read on", url: URL },
  variables: {
    incident: {
      title: "Payments fail",
      type: "Outage",
      kind: "incident",
      starts_at: TIME,
      ends_at: TIME,
      starts_at_text: TIME,
      ends_at_text: TIME,
      url: URL,
      services: Array.from({ length: 20 }, () => SERVICE),
    },
    update: {
      type: "Investigating",
      posted_at: TIME,
      posted_at_text: TIME,
      html: SAID,
      text: "We are looking into it.",
    },
    subscriber: { email: blankVariable("email"), metadata: metadataVariable() },
    manage_url: blankVariable("manage_url"),
    unsubscribe_url: blankVariable("unsubscribe_url"),
  },
};
