import { expect, test } from "@playwright/test";
import { recognizeChat } from "#lib/channels/chat-addresses.ts";

const WORKFLOW = "workflows/0a1b/triggers/manual/paths/invoke";

const KNOWN: [string, ReturnType<typeof recognizeChat>][] = [
  ["https://hooks.slack.com/services/T0000/B0000/XXXXXXXX", "slack"],
  ["https://hooks.slack-gov.com/services/T0000/B0000/XXXXXXXX", "slack"],
  ["https://discord.com/api/webhooks/123456/abc_DEF-1", "discord"],
  ["https://discord.com/api/v10/webhooks/123456/abc?thread_id=7", "discord"],
  ["https://discordapp.com/api/webhooks/123456/abc", "discord"],
  ["https://canary.discord.com/api/webhooks/123456/abc", "discord"],
  [
    `https://prod-12.westeurope.logic.azure.com:443/${WORKFLOW}?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=s3cret`,
    "teams",
  ],
  [
    `https://default0a.1b.environment.api.powerplatform.com:443/powerautomate/automations/direct/${WORKFLOW}?api-version=1&sig=s`,
    "teams",
  ],
  [
    `https://0a1b.2c.environment.api.gov.powerplatform.us/powerautomate/automations/direct/cu/12/${WORKFLOW}?sig=s`,
    "teams",
  ],
  ["https://chat.googleapis.com/v1/spaces/AAAA/messages?key=k&token=t", "google_chat"],
  ["https://chat.example.com/hooks/abcdefghijklmnopqrstuvwx12", "mattermost"],
  ["https://example.com/team/chat/hooks/abcdefghijklmnopqrstuvwx12", "mattermost"],
  ["http://chat.internal/hooks/abcdefghijklmnopqrstuvwx12", "mattermost"],
  ["https://inbots.zoom.us/incoming/hook/AbC-123_x", "zoom"],
  ["https://inbots.zoom.us/incoming/hook/AbC-123_x?format=full", "zoom"],
];

const RETIRED = [
  "https://acme.webhook.office.com/webhookb2/0a1b@2c/IncomingWebhook/3d/4e",
  "https://outlook.office.com/webhook/0a1b@2c/IncomingWebhook/3d/4e",
  "https://outlook.office365.com/webhook/0a1b@2c/IncomingWebhook/3d/4e",
];

const UNKNOWN = [
  "",
  "hooks.slack.com/services/T/B/X",
  "http://hooks.slack.com/services/T/B/X",
  "ftp://hooks.slack.com/services/T/B/X",
  "https://hooks.slack.com/services/T/B",
  "https://hooks.slack.com/triggers/T/1/x",
  "https://hooks.slack.com.example.com/services/T/B/X",
  "https://example.com/?https://hooks.slack.com/services/T/B/X",
  "https://discord.com/channels/1/2",
  "https://notdiscord.com/api/webhooks/1/x",
  `https://prod-12.westeurope.logic.azure.com/${WORKFLOW}`,
  "https://chat.googleapis.com/v1/spaces/AAAA/messages?key=k",
  "https://chat.example.com/hooks/short",
  "https://chat.example.com/hooks/abcdefghijklmnopqrstuvwx12?text=hello",
  "https://ada:secret@chat.example.com/hooks/abcdefghijklmnopqrstuvwx12",
  "https://chat.example.com/a/b/c/d/hooks/abcdefghijklmnopqrstuvwx12",
  `https://example.com:443/powerautomate/automations/direct/cu/12/${WORKFLOW}?sig=s`,
  `https://acme.westeurope.cloudapp.azure.com/${WORKFLOW}?sig=s`,
  `https://logic.azure.com.example.com/${WORKFLOW}?sig=s`,
  "https://inbots.zoom.us/",
  "https://example.com/hook",
];

test("the address of a chat tells which chat it is of", () => {
  expect(KNOWN.map(([address]) => [address, recognizeChat(address)])).toEqual(KNOWN);
});

test("addresses of Office 365 connectors are known as retired", () => {
  expect(RETIRED.map(recognizeChat)).toEqual(RETIRED.map(() => "retired_teams"));
});

test("what only resembles the address of a chat is none", () => {
  expect(UNKNOWN.map(recognizeChat)).toEqual(UNKNOWN.map(() => null));
});
