-- A database of the previous version: every table has rows, with nulls, zeros and odd values among
-- them. The keys are made up: their texts stand where their hashes are made.
insert into organizations (id, name, inserted_at, updated_at) overriding system value values
  (1, 'Acme «Größe» 🚦', '2024-02-29 23:59:59Z', '2025-01-01 00:00:00Z'),
  (2, '', '2026-11-01 00:00:00Z', '2026-11-01 00:00:00Z');

insert into users (id, email, email_confirmed, name, password_hash, locale, current_sign_in_at,
  last_sign_in_at, inserted_at, updated_at) overriding system value values
  (1, 'Owner@Example.com', true, 'The owner', '$argon2id$v=19$m=19456,t=2,p=1$made$up', 'de',
    '2026-11-19 08:00:00Z', '2026-11-18 08:00:00Z', '2024-03-01 10:00:00Z',
    '2026-11-19 08:00:00Z'),
  (2, 'viewer@example.com', false, '', null, null, null, null, '2024-03-02 10:00:00Z',
    '2024-03-02 10:00:00Z');

insert into status_pages (id, organization_id, subdomain, name, url, time_zone, member_restricted,
  restricted_ips, settings, inserted_at, updated_at) overriding system value values
  (1, 1, 'acme', 'Acme', 'https://acme.example', 'America/Havana', false, null,
    '{"support_email": "help@acme.example", "custom_incident_types_enabled": true,
      "uptime_graph_days": 90, "history_limit_days": null,
    "translations": {"de": {"public_company_name": "Acme GmbH"}},
      "domain_config": {"provider": "cdn_a", "domain": "status.acme.example",
    "previous_domain": null,
        "status": "configuring", "validation_records": null, "external_id": null, "error": null}}',
    '2024-03-01 10:00:00Z', '2026-11-19 08:00:00Z'),
  (2, 1, 'inside', 'Inside', 'https://inside.example', 'Etc/UTC', true,
    '10.0.0.0/8, 2001:db8::/32',
    '{}', '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z'),
  (3, 2, 'other', 'Other', 'https://other.example', 'Australia/Lord_Howe', false, '',
    '{"theme_configs": {"odd": [1, null, "2"]}}', '2026-11-01 00:00:00Z', '2026-11-01 00:00:00Z');

insert into memberships (id, organization_id, user_id, status_page_id, role, email,
    invitation_hash,
  invitation_expires_at, inserted_at, updated_at) overriding system value values
  (1, 1, 1, null, 'owner', null, null, null, '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z'),
  (2, 1, 2, null, 'viewer', null, null, null, '2024-03-02 10:00:00Z', '2024-03-02 10:00:00Z'),
  (3, 1, 2, 2, 'editor', null, null, null, '2024-03-02 10:00:00Z', '2024-03-02 10:00:00Z'),
  (4, 1, null, null, 'billing', 'invited@example.com', sha256('invitation'),
    '2099-01-01 00:00:00Z',
    '2026-11-19 10:00:00Z', '2026-11-19 10:00:00Z'),
  (5, 2, 2, null, 'owner', null, null, null, '2026-11-01 00:00:00Z', '2026-11-01 00:00:00Z');

insert into api_keys (id, organization_id, user_id, role, name, token_hash, token_hint,
    last_used_at,
  revoked_at, inserted_at) overriding system value values
  (1, 1, null, 'owner', 'Upgrade', sha256('ok_upgrade'), 'ok_…rade', null, null,
    '2024-03-01 10:00:00Z'),
  (2, 1, null, 'viewer', 'Revoked', sha256('ok_revoked'), 'ok_…oked', '2026-01-01 00:00:00Z',
    '2026-01-02 00:00:00Z', '2024-03-01 10:00:00Z'),
  (3, null, 1, null, 'Mine', sha256('uk_mine'), 'uk_…mine', null, null, '2024-03-01 10:00:00Z');

insert into services (id, status_page_id, parent_id, name, description, private_description,
    private,
  "order", translations, display_uptime_graph, monitoring, webhook_monitoring_service,
  webhook_custom_jsonpath_settings, inbound_email_id, incoming_webhook_token, ping_url,
  monitoring_options, incident_type, parent_incident_type, is_up, auto_incident,
    notification_recipients,
  inserted_at, updated_at) overriding system value values
  (1, 1, null, 'Europe', 'All of **it**', 'Ask Ada', false, 1, '{"de": {"name": "Europa"}}', true,
    null,
    null, null, null, null, null, '{}', null, null, true, false, '{}', '2024-03-01 10:00:00Z',
    '2024-03-01 10:00:00Z'),
  (2, 1, 1, 'Payments', null, null, false, 2, '{}', true, 'internal', null, null, null, null,
    'https://pay.example/ping', '{"method": "get", "headers": [{"key": "A", "value": "b"}]}',
    'minor',
    'minor', true, true, '{1}', '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z'),
  (3, 1, 1, 'Search', '', null, false, 0, '{}', false, 'webhook', 'custom-jsonpath',
    '{"jsonpath": "$.ok", "expected_result": "true"}', null, 'made-up-token', null, '{}', null,
    null,
    true, false, '{}', '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z'),
  (4, 1, 1, 'Secret', null, null, true, -5, '{}', false, '3rd_party', null, null,
    '0123456789abcdef01234567', null, null, '{}', 'major', null, false, false, '{}',
    '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z'),
  (5, 1, null, 'Alone', null, null, false, 5, '{}', true, null, null, null, null, null, null,
    '{}', null,
    null, true, false, '{}', '2026-11-01 00:00:00Z', '2026-11-01 00:00:00Z'),
  (6, 2, null, 'Inner', null, null, false, 1, '{}', true, null, null, null, null, null, null,
    '{}', null,
    null, true, false, '{}', '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z'),
  (7, 3, null, 'Far', null, null, false, 1, '{}', true, null, null, null, null, null, null, '{}',
    null,
    null, true, false, '{}', '2026-11-01 00:00:00Z', '2026-11-01 00:00:00Z');

insert into incident_types (id, status_page_id, key, name, color, base_severity, "order",
    translations,
  inserted_at, updated_at) overriding system value values
  (1, 1, 'security', 'Security', 'AbCdEf', 'major', 1, '{"de": {"name": "Sicherheit"}}',
    '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z');

-- Overlaps, a day of 25 hours, something open, something planned, what counted and what did not.
insert into incidents (id, status_page_id, title, type, severity, starts_at, ends_at, declared,
  translations, notify, maintenance_notify, maintenance_notify_settings, affects_uptime,
    inserted_at,
  updated_at) overriding system value
select id, page, title, type, severity, starts_at::timestamptz, ends_at::timestamptz,
  jsonb_build_object(
    'type', jsonb_build_object('value', type, 'after', 0),
    'starts_at', jsonb_build_object('value', to_char(starts_at::timestamp,
    'YYYY-MM-DD"T"HH24:MI:SS'), 'after', 0),
    'ends_at', jsonb_build_object('value', to_char(ends_at::timestamp, 'YYYY-MM-DD"T"HH24:MI:SS'),
    'after', 0)),
  translations::jsonb, id % 2 = 0, settings is not null, settings::jsonb, affects_uptime,
  '2026-11-10 10:00:00Z', '2026-11-10 11:00:00Z'
from (values
  (1, 1, 'Down', 'major', 'major', '2026-10-31 20:00:00', '2026-11-02 04:00:00',
    '{"de": {"title": "Aus"}}', null, false),
  (2, 1, 'Slow', 'minor', 'minor', '2026-11-02 01:00:00', '2026-11-02 09:30:00', '{}', null,
    false),
  (3, 1, 'Breach', 'security', 'major', '2026-11-03 10:00:00', '2026-11-03 10:00:01', '{}', null,
    true),
  (4, 1, 'Region', 'minor', 'minor', '2026-11-03 08:00:00', '2026-11-03 12:00:00', '{}', null,
    false),
  (5, 1, 'Work that counts', 'scheduled', 'scheduled', '2026-11-04 00:00:00',
    '2026-11-04 06:00:00', '{}',
    '{"before_notice_minutes": 60, "second_before_notice_minutes": null,
      "on_start": true, "on_end": false}', true),
  (6, 1, 'Work that does not', 'scheduled', 'scheduled', '2026-11-04 03:00:00',
    '2026-11-04 09:00:00', '{}', null, false),
  (7, 1, 'Still open', 'minor', 'minor', '2026-11-19 12:00:00', null, '{}', null, false),
  (8, 1, 'Without an end', 'scheduled', 'scheduled', '2026-11-18 00:00:00', null, '{}', null,
    false),
  (9, 1, 'Far ahead', 'scheduled', 'scheduled', '2098-01-01 00:00:00', '2098-01-02 00:00:00',
    '{}', null, false),
  (10, 1, 'Hidden', 'major', 'major', '2026-11-05 00:00:00', '2026-11-05 01:00:00', '{}', null,
    false),
  (11, 1, 'For nothing', 'major', 'major', '2026-11-06 00:00:00', '2026-11-06 00:00:00', '{}',
    null, false),
  (12, 3, 'Down there', 'major', 'major', '2026-10-03 14:00:00', '2026-10-04 14:00:00', '{}',
    null, false)
) as given (id, page, title, type, severity, starts_at, ends_at, translations, settings,
    affects_uptime);

insert into incident_services (status_page_id, incident_id, service_id, place) values
  (1, 1, 2, 1), (1, 1, 3, 0), (1, 2, 2, 0), (1, 3, 3, 0), (1, 4, 1, 0), (1, 5, 1, 0), (1, 5, 5, 1),
  (1, 6, 5, 0), (1, 7, 2, 0), (1, 8, 3, 0), (1, 9, 5, 0), (1, 10, 4, 0), (1, 11, 5, 0), (3, 12, 7,
    0);

insert into incident_updates (id, status_page_id, incident_id, type, description, translations,
  posted_at, notify, social_post, subscribers_notified_at, inserted_at, updated_at)
overriding system value values
  (1, 1, 1, 'issue', '**Down** since `20:00`', '{"de": {"description": "Aus"}}',
    '2026-10-31 20:00:00Z',
    true, true, '2026-10-31 20:00:09Z', '2026-10-31 20:00:01Z', '2026-10-31 20:00:01Z'),
  (2, 1, 1, 'resolved', E'Up\r\nagain\t', '{}', '2026-11-02 04:00:00Z', false, false, null,
    '2026-11-02 04:00:00Z', '2026-11-02 05:00:00Z'),
  (3, 1, 7, 'identified', 'Known', '{"xx": {"description": null}}', '2026-11-19 12:30:00Z', false,
    false,
    null, '2026-11-19 12:30:00Z', '2026-11-19 12:30:00Z'),
  (4, 3, 12, 'retroactive', 'It was down', '{}', '0001-01-01 00:00:00Z', false, false, null,
    '2026-11-02 00:00:00Z', '2026-11-02 00:00:00Z');

insert into info_notices (id, status_page_id, title, featured_from, featured_until, translations,
  inserted_at, updated_at) overriding system value values
  (1, 1, 'New prices', '2026-11-01 00:00:00Z', null, '{}', '2026-11-01 00:00:00Z',
    '2026-11-01 00:00:00Z'),
  (2, 1, 'Gone by', '2025-01-01 00:00:00Z', '2025-01-02 00:00:00Z', '{"de": {"title": "Vorbei"}}',
    '2025-01-01 00:00:00Z', '2025-01-01 00:00:00Z');
insert into info_notice_services (status_page_id, info_notice_id, service_id, place) values (1, 1,
    2, 0);
insert into info_notice_updates (id, status_page_id, info_notice_id, description, translations,
  posted_at, notify, social_post, subscribers_notified_at, inserted_at, updated_at)
overriding system value values
  (1, 1, 1, 'They rise', '{}', '2026-11-01 00:00:00Z', true, false, null, '2026-11-01 00:00:00Z',
    '2026-11-01 00:00:00Z'),
  (2, 1, 2, 'They rose', '{}', '2025-01-01 00:00:00Z', false, true, '2025-01-01 00:00:05Z',
    '2025-01-01 00:00:00Z', '2025-01-01 00:00:00Z');

insert into incident_templates (id, status_page_id, name, title, description, incident_types,
  translations, inserted_at, updated_at) overriding system value values
  (1, 1, 'Outage', 'We are down', 'Sorry', '{major,security}',
    '{"de": {"title": "Aus", "description": ""}}',
    '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z'),
  (2, 1, 'Empty', 'Nothing', '', '{}', '{}', '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z');
insert into incident_template_services (status_page_id, incident_template_id, service_id, place)
    values
  (1, 1, 3, 0), (1, 1, 2, 1);

insert into access_groups (id, status_page_id, name, inserted_at, updated_at)
    overriding system value
values (1, 2, 'Partners', '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z');
insert into access_group_services (status_page_id, access_group_id, service_id, place) values (2,
    1, 6, 0);
insert into access_group_memberships (status_page_id, access_group_id, membership_id, place)
    values (2, 1, 2, 0);

insert into integrations (id, status_page_id, name, fields, settings, key_sealed, key_hint,
  password_sealed, inserted_at, updated_at) overriding system value values
  (1, 1, 'smtp', '{"relay": "mail.example", "port": 587, "username": "u"}', '{"enabled": true}',
    null, null,
    'sealed', '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z'),
  (2, 1, 'datadog', '{}', '{}', 'sealed', '…1234', null, '2024-03-01 10:00:00Z',
    '2024-03-01 10:00:00Z');

insert into metrics (id, status_page_id, title, unit, type, enabled, visible, remote_id,
    remote_name,
  threshold, featured_number, integration_id, "order", latest_entry_at, inserted_at, updated_at)
overriding system value values
  (1, 1, 'Latency', 'ms', 'rt', true, true, 'p95', 'p95:api', 250.5, 'last', 2, 1,
    '2026-11-18 10:00:00Z',
    '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z'),
  (2, 1, 'Availability', '%', 'up', false, false, null, null, null, 'avg', null, 2, null,
    '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z');
create table metric_entries_20261116 (like metric_entries including all);
alter table metric_entries attach partition metric_entries_20261116
  for values from ('2026-11-16') to ('2026-11-23');
insert into metric_entries (status_page_id, metric_id, time, value) values
  (1, 1, '2026-11-18 09:59:59Z', 1e15), (1, 1, '2026-11-18 10:00:00Z', -0.1);
insert into metric_hours values
  (1, 1, '2026-11-18 09:00:00Z', 1, 1e15, 1e15, 1e15, 1e15), (1, 1, '2026-11-18 10:00:00Z', 1,
    -0.1, -0.1, -0.1, -0.1);
insert into metric_days values (1, 1, '2026-11-18 00:00:00Z', 2, 1e15, -0.1, 1e15, -0.1);

insert into subscription_groups (id, status_page_id, name, inserted_at, updated_at)
overriding system value values (1, 1, 'Resellers', '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z');
insert into subscriptions (id, status_page_id, type, filter, incident_id, incident_types, email,
  country_dial_code, phone_number, webhook_url, locale, metadata, confirmed_at, inserted_at,
    updated_at)
overriding system value values
  (1, 1, 'email', 'all', null, '{}', 'Reader+x@Example.com', null, null, null, 'de',
    '{"b": 1, "a": null}',
    '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z'),
  (2, 1, 'sms', 'services', null, '{}', null, '49', '01511234567', null, null, '{}', null,
    '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z'),
  (3, 1, 'slack', 'incident', 7, '{}', null, null, null, 'https://hooks.slack.example/x', null,
    '{}', null,
    '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z'),
  (4, 1, 'email', 'incident_types', null, '{security,minor}', 'b@example.com', null, null, null,
    null, '{}',
    null, '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z');
insert into subscription_services (status_page_id, subscription_id, service_id, place) values (1,
    2, 2, 0);
insert into subscription_group_members (status_page_id, subscription_id, subscription_group_id,
    place)
values (1, 1, 1, 0);

insert into webhooks (id, status_page_id, url, events, enabled, secret_sealed, inserted_at,
    updated_at)
overriding system value values
  (1, 1, 'https://hooks.example/a?b=c', '{incident.created,incident.deleted}', true, 'sealed',
    '2024-03-01 10:00:00Z', '2024-03-01 10:00:00Z'),
  (2, 1, 'https://hooks.example/off', '{info_notice.created}', false, 'sealed',
    '2024-03-01 10:00:00Z',
    '2024-03-01 10:00:00Z');
insert into webhook_deliveries (id, status_page_id, webhook_id, message_id, event, body,
    on_demand, state,
  attempts, next_attempt_at, claimed_until, inserted_at) overriding system value values
  (1, 1, 1, 'msg_a', 'incident.created',
    '{"event": "incident.created", "data": {"object": {"id": 1}}}', false,
    'delivered',
    '[{"attempted_at": "2026-10-31T20:00:01", "status": 204, "duration_ms": 12,
      "answer": "", "error": null}]',
    null, null, '2026-10-31 20:00:00Z'),
  (2, 1, 1, 'msg_b', 'webhook.test', '{"event": "webhook.test", "data": {}}', true, 'failed',
    '[]', null, null,
    '2026-11-01 00:00:00Z'),
  (3, 1, 1, 'msg_c', 'incident.deleted', '{"event": "incident.deleted", "data": {}}', false,
    'pending', '[]',
    '2098-01-01 00:00:00Z', null, '2026-11-01 00:00:00Z');

insert into audit_log (id, organization_id, status_page_id, actor_kind, actor_id, api_key_id,
    action,
  subject_type, subject_id, changes, request_id, address, inserted_at)
    overriding system value values
  (1, 1, 1, 'user', 1, null, 'incident.create', 'incident', 1, '{"title": "Down"}', 'r-1',
    '192.0.2.1',
    '2026-10-31 20:00:00Z'),
  (2, 1, null, 'system', null, null, 'organization.create', 'organization', 1, 'null', null, null,
    '2024-03-01 10:00:00Z'),
  (3, 1, 1, 'organization_key', null, 1, 'service.update', 'service', 99, '{}', 'r-2', '::1',
    '2026-11-01 20:00:00Z');

insert into idempotency_keys (api_key_id, key, request_hash, status, body, inserted_at) values
  (1, 'kept', sha256('request'), 201, 'sealed', now());

-- roll-up of the above, as the previous version keeps it
insert into service_days (status_page_id, service_id, day, major_seconds, minor_seconds,
  maintenance_seconds, counted_maintenance_seconds, incidents) values
  (1, 1, '2026-10-31', 28800, 0, 0, 0, 1),
  (1, 1, '2026-11-01', 86400, 3600, 0, 0, 2),
  (1, 1, '2026-11-02', 0, 16200, 0, 0, 1),
  (1, 1, '2026-11-03', 1, 14399, 18000, 18000, 3),
  (1, 1, '2026-11-04', 0, 0, 3600, 3600, 1),
  (1, 2, '2026-10-31', 28800, 0, 0, 0, 1),
  (1, 2, '2026-11-01', 86400, 3600, 0, 0, 2),
  (1, 2, '2026-11-02', 0, 16200, 0, 0, 1),
  (1, 3, '2026-10-31', 28800, 0, 0, 0, 1),
  (1, 3, '2026-11-01', 86400, 0, 0, 0, 1),
  (1, 3, '2026-11-03', 1, 0, 0, 0, 1),
  (1, 4, '2026-11-04', 3600, 0, 0, 0, 1),
  (1, 5, '2026-11-03', 0, 0, 18000, 18000, 2),
  (1, 5, '2026-11-04', 0, 0, 14400, 3600, 2),
  (3, 7, '2026-10-04', 82800, 0, 0, 0, 1),
  (3, 7, '2026-10-05', 3600, 0, 0, 0, 1);
