/** Services of the page into which the files are brought. */
export const SERVICES = ["Search", "Checkout", "Cards, EU", "Zürich"];

/**
 * What becomes of a file: rows in order (`services` by name), problems as `line column code`, and
 * columns that are not read.
 */
export type ImportFile = {
  name: string;
  file: string | Buffer;
  rows: string[];
  unread?: string[];
};

function utf16(text: string, isBigEndian: boolean, mark = true): Buffer {
  const bytes = Buffer.from(`${mark ? "\ufeff" : ""}${text}`, "utf16le");
  return isBigEndian ? bytes.swap16() : bytes;
}

const lines = (...text: string[]) => text.join("\n");
const UMLAUTS = "email;services\njörg@müller.example;Zürich\n";
const UMLAUT_ROWS = ["added email jörg@müller.example services Zürich asked"];
const A = "added email a@x.example all asked";
const B = "added email b@x.example all asked";
const A_SEARCH = "added email a@x.example services Search asked";
const B_SEARCH = "added email b@x.example services Search asked";

const ENCODED: ImportFile[] = [
  { name: "UTF-8", file: UMLAUTS, rows: UMLAUT_ROWS },
  { name: "UTF-8 with a mark", file: `\ufeff${UMLAUTS}`, rows: UMLAUT_ROWS },
  { name: "UTF-16 LE", file: utf16(UMLAUTS, false), rows: UMLAUT_ROWS },
  { name: "UTF-16 BE", file: utf16(UMLAUTS, true), rows: UMLAUT_ROWS },
  { name: "UTF-16 LE without a mark", file: utf16(UMLAUTS, false, false), rows: UMLAUT_ROWS },
  { name: "UTF-16 BE without a mark", file: utf16(UMLAUTS, true, false), rows: UMLAUT_ROWS },
  { name: "Windows-1252", file: Buffer.from(UMLAUTS, "latin1"), rows: UMLAUT_ROWS },
  {
    name: "Windows-1252 at the end of a long file only",
    file: Buffer.from(`email\n${"\n".repeat(600_000)}jörg@müller.example`, "latin1"),
    rows: ["added email jörg@müller.example all asked"],
  },
];

const SEPARATED: ImportFile[] = [
  { name: "commas", file: "email,services\na@x.example,Search", rows: [A_SEARCH] },
  { name: "semicolons", file: "email;services\r\na@x.example;Search\r\n", rows: [A_SEARCH] },
  { name: "tabs", file: "email\tservices\na@x.example\tSearch", rows: [A_SEARCH] },
  { name: "bars", file: "email|services\na@x.example|Search", rows: [A_SEARCH] },
  {
    name: "commas around lists with semicolons",
    file: "email,services\na@x.example,Search;Checkout\nb@x.example,Search",
    rows: ["added email a@x.example services Search+Checkout asked", B_SEARCH],
  },
  {
    name: "Excel's line of the separator",
    file: "sep=;\r\nemail;services\r\na@x.example;Search",
    rows: [A_SEARCH],
  },
  {
    name: "line ends of all kinds",
    file: "email,services\r\na@x.example,Search\nb@x.example,Search\r",
    rows: [A_SEARCH, B_SEARCH],
  },
  {
    name: "quotes, a line break and a comma in a name",
    file: 'email,services\n"a@x.example","Cards, EU"\nb@x.example,"Search\nCheckout"',
    rows: [
      "added email a@x.example services Cards, EU asked",
      "added email b@x.example services Search+Checkout asked",
    ],
  },
];

const HEADED: ImportFile[] = [
  { name: "no header", file: "a@x.example\nb@x.example", rows: [A, B] },
  {
    name: "no header, with services",
    file: "a@x.example,Ada,Search\nb@x.example,Bob,",
    rows: [A_SEARCH, B],
    unread: ["#2"],
  },
  {
    name: "no header, and a service that is unknown",
    file: "a@x.example,Search\nb@x.example,Nothing",
    rows: [A_SEARCH, "2 services unknown_name"],
  },
  {
    name: "blank lines above",
    file: "\n\n;;\nemail;services\na@x.example;Search",
    rows: [A_SEARCH],
  },
  {
    name: "a title above the header",
    file: "Readers of 2026,\nemail,services\na@x.example,Search",
    rows: [A_SEARCH],
  },
  {
    name: "a header in other words",
    file: "Kontakt;Firma\na@x.example;ACME",
    rows: [A],
    unread: ["Firma"],
  },
  {
    name: "a header in German",
    file: "E-Mail-Adresse;Dienste\na@x.example;Search",
    rows: [A_SEARCH],
  },
  { name: "no address at all", file: "name,city\nAda,London", rows: ["1 base no_address"] },
  { name: "a header alone", file: "email,services\n", rows: [] },
  { name: "nothing but blanks", file: "\n \n", rows: ["1 base no_address"] },
];

const STATUSPAGE = lines(
  "type,email,phone_country,phone_number,endpoint,components,created_at,quarantined_at",
  "email,a@x.example,,,,Search,2026-01-01 10:00:00 UTC,",
  "sms,,US,2015550123,,,2026-01-01 10:00:00 UTC,",
  "webhook,b@x.example,,,https://hook.x.example/a,,2026-01-01 10:00:00 UTC,",
  "slack,,,,,,2026-01-01 10:00:00 UTC,",
  "email,c@x.example,,,,7wxyz123abcd,2026-01-01 10:00:00 UTC,",
  "email,d@x.example,,,,,2026-01-01 10:00:00 UTC,2026-02-01 10:00:00 UTC",
  "integration_partner,,,,,,2026-01-01 10:00:00 UTC,",
);
const MAILCHIMP = lines(
  '"Email Address","First Name","Last Name",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,CC,LAST_CHANGED,LEID,EUID,NOTES,TAGS',
  'a@x.example,Ada,L,2,"2026-01-01 10:00:00",192.0.2.1,"2026-01-01 10:02:00",192.0.2.1,DE,"2026-01-01 10:02:00",1,abc,,"""VIP"""',
  "b@x.example,Bob,M,2,,,,,,,2,abd,,",
);
const PRODUCTS: ImportFile[] = [
  {
    name: "Statuspage",
    file: STATUSPAGE,
    rows: [
      A_SEARCH,
      "added sms +1 …0123 all asked",
      "added webhook hook.x.example/… all",
      "5 webhook_url blank",
      "6 services unknown_name",
      "7 status ended",
      "8 type not_one_of",
    ],
    unread: ["created_at"],
  },
  {
    name: "Mailchimp",
    file: MAILCHIMP,
    rows: ["added email a@x.example all", B],
    unread: [
      ...["First Name", "Last Name", "MEMBER_RATING", "OPTIN_TIME", "OPTIN_IP", "CONFIRM_IP"],
      ...["CC", "LAST_CHANGED", "LEID", "EUID", "NOTES", "TAGS"],
    ],
  },
  {
    name: "Mailchimp's unsubscribed members",
    file: "Email Address,UNSUB_TIME,UNSUB_REASON\na@x.example,2026-02-01 10:00:00,Other",
    rows: ["2 status ended"],
    unread: ["UNSUB_REASON"],
  },
  {
    name: "listmonk",
    file: lines(
      "uuid,email,name,attributes,status,created_at,updated_at",
      '0b1c,a@x.example,Ada,"{""city"": ""London""}",enabled,2026-01-01,2026-01-01',
      "0b1d,b@x.example,Bob,{},blocklisted,2026-01-01,2026-01-01",
      "0b1e,c@x.example,Cem,{},sleepy,2026-01-01,2026-01-01",
    ),
    rows: [A, "3 status ended", "4 status unknown"],
    unread: ["uuid", "name", "created_at", "updated_at"],
  },
  {
    name: "states of people, and states of a country",
    file: lines(
      "email,State,Country state",
      "a@x.example,active,Ohio",
      "b@x.example,unsubscribed,Utah",
    ),
    rows: [A, "3 status ended"],
    unread: ["Country state"],
  },
  {
    name: "several columns that say how people stand",
    file: lines(
      "email,confirmed,bounced,unsubscribed",
      "a@x.example,true,false,false",
      "b@x.example,true,false,true",
      "c@x.example,true,2026-01-01,false",
    ),
    rows: [A, "3 status ended", "4 status ended"],
    unread: [],
  },
  {
    name: "Brevo",
    file: lines(
      "CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;SMS;ADDED_TIME;MODIFIED_TIME",
      "1;a@x.example;Ada;L;4915112345678;01-01-2026 10:00:00;01-01-2026",
      "2;;Bob;M;+4915112345679;01-01-2026 10:00:00;01-01-2026",
    ),
    rows: [A, "added sms +49 …5679 all asked"],
    unread: ["CONTACT ID", "FIRSTNAME", "LASTNAME", "ADDED_TIME", "MODIFIED_TIME"],
  },
  {
    name: "Instatus",
    file: lines(
      "email,phone,webhook,confirmed,all,components",
      "a@x.example,,,true,true,",
      "b@x.example,,,false,false,Search",
      "c@x.example,,,true,false,",
    ),
    rows: [A, B_SEARCH, "4 services blank"],
  },
  {
    name: "Better Stack",
    file: lines(
      "id,email,status_page_resources,confirmed_at,created_at",
      "1,a@x.example,,2026-04-29T14:30:00.000Z,2026-04-29T14:30:00.000Z",
      "2,b@x.example,Search,,2026-04-29T14:30:00.000Z",
    ),
    rows: ["added email a@x.example all", B_SEARCH],
    unread: ["id", "created_at"],
  },
  {
    name: "Cachet",
    file: "email,global,verified_at\na@x.example,1,2026-01-01 10:00:00",
    rows: ["added email a@x.example all"],
    unread: ["global"],
  },
];

const CELLS: ImportFile[] = [
  {
    name: "addresses as people paste them",
    file: "email\nAda <a@x.example>\nmailto:b@x.example\n\u00a0A@X.example \na@x.example;b@x.example",
    rows: [A, B, "4 base duplicate", "5 base unnamed"],
  },
  {
    name: "numbers as spreadsheets leave them",
    file: lines(
      "type,country_code,phone",
      'sms,+49,"=""015112345678"""',
      "sms,0049,0151 1234-5679",
      "sms,DE,4.91511E+12",
      "sms,,015112345671",
      "sms,49,12",
    ),
    rows: [
      ...["added sms +49 …5678 all asked", "added sms +49 …5679 all asked"],
      ...["4 phone_number bad_number", "5 country_dial_code blank", "6 phone_number bad_number"],
    ],
  },
  {
    name: "chats by their addresses",
    file: lines(
      "url",
      "https://hooks.slack.com/services/T0/B0/abcdefgh",
      "https://discord.com/api/webhooks/1/abcdefgh",
      "https://hooks.slack.com/services/T0/B0/abcdefgh/",
      "https://acme.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d",
      "http://127.0.0.1/hook",
    ),
    rows: [
      ...["added slack hooks.slack.com/…efgh all", "added discord discord.com/…efgh all"],
      ...["4 base duplicate", "5 webhook_url retired_teams", "6 webhook_url private_target"],
    ],
  },
  {
    name: "a chat under another's name",
    file: "type,webhook_url\nslack,https://discord.com/api/webhooks/1/abcdefgh",
    rows: ["2 type not_one_of"],
  },
  {
    name: "everything, said in words",
    file: "email,components\na@x.example,*\nb@x.example,All",
    rows: [A, B],
  },
  {
    name: "dates of consent",
    file: lines(
      "email,consent_at,consent_source",
      "a@x.example,5.1.2026,form",
      "b@x.example,2026-01-05 10:00,form",
      "c@x.example,01/05/2026,form",
    ),
    rows: [
      ...["added email a@x.example all", "added email b@x.example all"],
      "4 consent_at bad_datetime",
    ],
  },
  {
    name: "several columns of services, and more cells than columns",
    file: "email,component,component\na@x.example,Search,Checkout\nb@x.example,Search,,Zürich",
    rows: ["added email a@x.example services Search+Checkout asked", "3 base unnamed"],
  },
];

export const IMPORT_FILES = [...ENCODED, ...SEPARATED, ...HEADED, ...PRODUCTS, ...CELLS];
