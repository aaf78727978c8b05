import {
  HOSTILE_CSS,
  HOSTILE_LINES,
  HOSTILE_TEXT,
  HOSTILE_TITLE,
} from "#tests/support/browser/hostile.ts";
import { recordPath, type World } from "#tests/support/effects/effect.ts";
import { expect } from "#tests/support/test.ts";

export type HostileIds = { incident: number; maintenance: number; notice: number; service: number };

const inGerman = (texts: object) => ({ translations: { de: texts } });

export async function answered<T>(
  answer: Promise<{ status: number; text: string; json<T>(): T }>,
): Promise<T> {
  const { status, text, json } = await answer;
  expect(status, text).toBeLessThan(300);
  return json<T>();
}

/** Everything an operator can write of a page, hostile. */
export async function writeHostilePage(world: World): Promise<HostileIds> {
  const { api, organization } = world;
  const own = `/status_pages/${organization.page.subdomain}`;
  const titled = { title: HOSTILE_TITLE, ...inGerman({ title: HOSTILE_TITLE }) };
  const updates = [
    { description: HOSTILE_TEXT, ...inGerman({ description: HOSTILE_TEXT }) },
    ...HOSTILE_LINES.map((description) => ({ description })),
  ];
  const type = { key: "hostile", name: HOSTILE_TITLE, base_severity: "major", color: "ff0000" };
  await answered(api.post(`${own}/incident_types`, { incident_type: type }));
  await answered(
    api.put(recordPath(world), {
      status_page: {
        name: HOSTILE_TITLE,
        url: `https://example.com/"><script>hit('url')</script>`,
        about: HOSTILE_TEXT,
        display_about: true,
        header_logo_text: HOSTILE_TITLE,
        public_company_name: HOSTILE_TITLE,
        social_public_screen_name: `https://example.com/"onclick=hit('social')`,
        custom_incident_types_enabled: true,
        date_format: `%Y<script>hit('date')</script>`,
        time_format: `%H"><img src=x onerror=hit('time')>`,
        theme_configs: { radius: HOSTILE_CSS, font: HOSTILE_TITLE, [HOSTILE_TITLE]: HOSTILE_CSS },
        external_calendar_enabled: true,
        ...inGerman({ header_logo_text: HOSTILE_TITLE, public_company_name: HOSTILE_TITLE }),
      },
    }),
  );
  const described = { name: HOSTILE_TITLE, description: HOSTILE_TEXT };
  const parent = await answered<{ service: { id: number } }>(
    api.post(`${own}/services`, { service: { ...described, ...inGerman(described) } }),
  );
  const service = parent.service.id;
  await answered(api.post(`${own}/services`, { service: { ...described, parent_id: service } }));
  const incident = await answered<{ incident: { id: number } }>(
    api.post(`${own}/incidents`, {
      incident: { ...titled, type: "hostile", service_ids: [service], updates },
    }),
  );
  const [starts_at, ends_at] = ["2031-01-01T00:00:00", "2031-01-01T01:00:00"];
  const maintenance = await answered<{ incident: { id: number } }>(
    api.post(`${own}/incidents`, {
      incident: {
        ...titled,
        type: "scheduled",
        service_ids: [service],
        updates,
        starts_at,
        ends_at,
      },
    }),
  );
  const notice = await answered<{ info_notice: { id: number } }>(
    api.post(`${own}/info_notices`, {
      info_notice: { ...titled, service_ids: [service], updates },
    }),
  );
  return {
    incident: incident.incident.id,
    maintenance: maintenance.incident.id,
    notice: notice.info_notice.id,
    service,
  };
}
