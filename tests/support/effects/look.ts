import { picture } from "#tests/support/browser/pictures.ts";
import { UNSPOKEN } from "#tests/support/data/languages.ts";
import {
  addService,
  type Effect,
  none,
  recordPath,
  type Seen,
  type Settings,
  text,
  variable,
  visit,
  type World,
} from "#tests/support/effects/effect.ts";

/** A colour that can be read as it is, wherever it stands. */
const COLOR = "0b4a8f";
const paints = (key: string, name: string): Effect => ({
  set: { [key]: COLOR },
  seen: variable(name, `#${COLOR}`),
});

async function upload(world: World, image: string): Promise<void> {
  const body = await picture(60, 30).png().toBuffer();
  const answer = await world.api.put(`${recordPath(world)}/images/${image}`, body);
  if (answer.status !== 200) throw new Error(answer.text);
}
const uploads = (image: string, seen: Seen, before: Settings = {}): Effect => ({
  set: (world) => upload(world, image),
  before,
  seen,
});

export const IDENTITY: Record<string, Effect> = {
  name: { set: { name: "Renamed & Co" }, seen: text(/>Renamed &amp; Co</) },
  url: { set: { url: "example.org/home" }, seen: text(/href="https:\/\/example\.org\/home"/) },
  time_zone: { set: { time_zone: "Asia/Tokyo" }, seen: text(/Tokyo/) },
  subdomain: {
    set: { subdomain: `moved-${process.pid}-${Date.now()}` },
    seen: async (world) => String((await visit(world)).headers.location).includes("//moved-"),
  },
  support_email: {
    set: { support_email: "help@example.com" },
    seen: text(/href="mailto:help@example\.com"/),
  },
  social_public_screen_name: {
    set: { social_public_screen_name: "@acme@social.example" },
    seen: text(/href="https:\/\/social\.example\/@acme"/),
  },
  about: {
    before: { display_about: true },
    set: { about: "Who **we** are" },
    seen: text(/Who <strong>we/),
  },
  display_about: {
    before: { about: "Who we are" },
    set: { display_about: true },
    seen: text(/Who we are/),
  },
  header_logo_text: { set: { header_logo_text: "Our status" }, seen: text(/>Our status</) },
  public_company_name: { set: { public_company_name: "The Company" }, seen: text(/>The Company</) },
  translations: {
    set: { translations: { de: { header_logo_text: "Unser Zustand" } } },
    seen: text(/>Unser Zustand</, "/?lang=de"),
  },
  default_language: {
    set: { default_language: "de" },
    seen: async (world) => {
      const headers = { "accept-language": UNSPOKEN };
      return /<html lang="de"/.test((await visit(world, "/", { headers })).text);
    },
  },
  languages: {
    before: { default_language: "de" },
    set: { languages: ["de"] },
    seen: text(/<html lang="de"/, "/?lang=en"),
  },
};

export const LOOK: Record<string, Effect> = {
  logo: uploads("logo", text(/<img src="\/images\/\w+\.webp" width="60" height="30" alt="/)),
  dark_logo: {
    on: (world) => upload(world, "logo"),
    ...uploads(
      "dark_logo",
      text(/<source media="\(prefers-color-scheme: dark\)" srcSet="\/images/i),
    ),
  },
  bg_image: uploads("bg_image", text(/\.big-logo\{background:[^}]*url\(\/images\/\w+\.webp\)/), {
    theme_selected: "big-logo",
  }),
  favicon: uploads(
    "favicon",
    text(/<link rel="icon" type="image\/png" sizes="32x32" href="\/images/),
  ),
  theme_selected: { set: { theme_selected: "big-logo" }, seen: text(/class="[^"]*\bbig-logo\b/) },
  theme_configs: {
    set: { theme_configs: { radius: "none", sparkle: "much" } },
    seen: variable("radius", "0"),
  },
  link_color: paints("link_color", "link"),
  header_bg_color1: paints("header_bg_color1", "head1"),
  header_bg_color2: paints("header_bg_color2", "head2"),
  header_fg_color: paints("header_fg_color", "head"),
  incident_header_color: paints("incident_header_color", "band"),
  incident_link_color: paints("incident_link_color", "ilink"),
  status_ok_color: paints("status_ok_color", "o"),
  status_minor_color: paints("status_minor_color", "n"),
  status_major_color: paints("status_major_color", "j"),
  status_maintenance_color: paints("status_maintenance_color", "p"),
  custom_css: { set: { custom_css: "p{x:y}" }, seen: text(/<style>p\{x:y\}<\/style>/) },
  custom_header: { set: { custom_header: "<b>Ours</b>" }, seen: text(/<b>Ours<\/b><header/) },
  custom_footer: { set: { custom_footer: "<b>Ours</b>" }, seen: text(/<\/footer><b>Ours<\/b>/) },
  head_code: { set: { head_code: "<meta name=a>" }, seen: text(/<meta name=a><\/head>/) },
  custom_js: { set: { custom_js: "go()" }, seen: text(/<script>go\(\)<\/script><\/body>/) },
  display_calendar: {
    set: { display_calendar: false },
    seen: none(text(/href="\/calendar"/)),
  },
  hide_watermark: { set: { hide_watermark: true }, seen: none(text(/Made with Allclear/)) },
  date_format: { set: { date_format: "%Y/%m/%d" }, seen: text(/>\d{4}\/\d\d\/\d\d, </) },
  time_format: { set: { time_format: "%I.%M %p" }, seen: text(/>\d\d\.\d\d [AP]M/) },
  date_format_enforce_everywhere: {
    set: { date_format_enforce_everywhere: true },
    seen: none(text(/ data-zone="/)),
  },
  display_uptime_graph: {
    on: addService,
    set: { display_uptime_graph: false },
    seen: none(text(/<svg class="b"/)),
  },
  uptime_graph_days: { set: { uptime_graph_days: 30 }, seen: text(/data-days="30"/) },
};
