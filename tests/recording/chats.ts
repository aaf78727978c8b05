export const CHATS = {
  slack: "https://hooks.slack.com/services/T0000/B0000/secret",
  discord: "https://discord.com/api/webhooks/1/secret",
  google_chat: "https://chat.googleapis.com/v1/spaces/A/messages?key=a&token=b",
  webhook: "https://chat.example/hook",
};

/** The hosts of providers, which a recording calls at its own receiver. */
export const PROVIDERS = Object.values(CHATS).map((url) => new URL(url).host);
