/** The updates of a record, newest first, as the API has them. */
type Updates = readonly { id: number; posted_at: string; description: string }[];

type Title = { lang: string; text: string };

export type IncidentObject = {
  type: "incident";
  id: number;
  starts_at: string;
  ends_at: string | null;
  service_ids: readonly number[];
  l_title: readonly Title[];
  title: string;
  url: string;
  incident_type: string;
  updates: Updates;
};

export type InfoNoticeObject = {
  type: "info_notice";
  id: number;
  featured_from: string;
  featured_until: string | null;
  service_ids: readonly number[];
  l_title: readonly Title[];
  title: string;
  url: string;
  updates: Updates;
};

type ServiceObject = {
  type: "service";
  id: number;
  name: string;
  parent_id: number | null;
  display_response_time_chart: boolean;
  current_incident_type: string | null;
};

type StatusPageObject = {
  type: "status_page";
  name: string;
  subdomain: string;
  domain_config: object;
};

/** What subscribers are told of a maintenance because time has come, and the moment it is about. */
export type EventNotice = { kind: "before" | "start" | "end"; for_at: string };

/** What can happen on a page, and the data of the record that each event carries. */
export type Catalogue = {
  "incident.created": { object: IncidentObject };
  "incident.updated": { object: IncidentObject };
  "incident.deleted": { object: IncidentObject };
  "incident.maintenance_notice": { object: IncidentObject; notice: EventNotice };
  "info_notice.created": { object: InfoNoticeObject };
  "info_notice.updated": { object: InfoNoticeObject };
  "info_notice.deleted": { object: InfoNoticeObject };
  "service.monitored_status.updated": { object: ServiceObject; monitored_status: "up" | "down" };
  "status_page.domain.updated": { object: StatusPageObject };
};

export type EventName = keyof Catalogue;
