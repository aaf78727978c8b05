// Made from the OpenAPI document by `npm run api:types`; never edited.

export interface paths {
    "/hello": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Test the connection */
        get: operations["getHello"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of an organization
         * @description Oldest first, without those revoked and without the keys of its users.
         *
         *     Needs the role owner.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key of an organization
         * @description The answer has its token, which is told only once.
         *
         *     Needs the role owner.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/api_keys/{apiKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It is refused from the next request on.
         *
         *     Needs the role owner.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/audit_log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Who did what in the organization, newest first. For owners, admins and billing.
         *
         *     Needs the role owner, admin or billing.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of an organization
         * @description Oldest first, with those who are invited and have not accepted yet.
         *
         *     Needs the role owner, admin or billing.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Add a member to an organization
         * @description An address with an account becomes a member at once, another is invited: the answer then has the link to pass on.
         *
         *     Needs the role owner.
         */
        post: operations["createMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a member another role
         * @description The last owner stays one.
         *
         *     Needs the role owner.
         */
        put: operations["updateMember"];
        post?: never;
        /**
         * Remove a member from an organization
         * @description Also from its single pages. The last owner stays.
         *
         *     Needs the role owner.
         */
        delete: operations["deleteMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/status_pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the status pages of an organization
         * @description Those that the key may read.
         *
         *     Needs the role owner, admin or editor.
         */
        get: operations["listStatusPages"];
        put?: never;
        /**
         * Create a status page
         * @description Without a `subdomain` it gets one made from its name.
         *
         *     Needs the role owner or admin.
         */
        post: operations["createStatusPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/status_pages/{subdomain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a status page
         * @description Needs the role owner, admin or editor.
         */
        get: operations["getStatusPage"];
        /**
         * Change a status page
         * @description Changes the fields that are given.
         *
         *     Needs the role owner or admin.
         */
        put: operations["updateStatusPage"];
        post?: never;
        /**
         * Delete a status page
         * @description With everything on it. Only owners may.
         *
         *     Needs the role owner.
         */
        delete: operations["deleteStatusPage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the current status of a status page */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get everything that goes on, on a status page */
        get: operations["getSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List services
         * @description All services of the page, by `order`, then `id`.
         *
         *     Needs the role owner, admin or editor.
         */
        get: operations["listServices"];
        put?: never;
        /**
         * Create a service
         * @description Needs the role owner or admin.
         */
        post: operations["createService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/services/{serviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a service
         * @description Needs the role owner, admin or editor.
         */
        get: operations["getService"];
        /**
         * Change a service
         * @description Changes the fields that are given. A new `parent_id` moves the service with everything below it.
         *
         *     Needs the role owner or admin.
         */
        put: operations["updateService"];
        post?: never;
        /**
         * Delete a service
         * @description Its children move up to its parent; those of a private service stay private.
         *
         *     Needs the role owner or admin.
         */
        delete: operations["deleteService"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/services/{serviceId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the current status of a service and those below it */
        get: operations["getServiceStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/services/{serviceId}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get everything that goes on with a service */
        get: operations["getServiceSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/access_groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List access groups
         * @description All of the page, oldest first.
         *
         *     Needs the role owner, admin or editor.
         */
        get: operations["listAccessGroups"];
        put?: never;
        /**
         * Create an access group
         * @description Viewers in access groups see, of a page for members only, the services of their groups and what concerns those or the page as a whole; viewers in none see all of it.
         *
         *     Needs the role owner or admin.
         */
        post: operations["createAccessGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/access_groups/{accessGroupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an access group
         * @description Needs the role owner, admin or editor.
         */
        get: operations["getAccessGroup"];
        /**
         * Change an access group
         * @description Changes the fields that are given.
         *
         *     Needs the role owner or admin.
         */
        put: operations["updateAccessGroup"];
        post?: never;
        /**
         * Delete an access group
         * @description Viewers who are then in no group see the whole page.
         *
         *     Needs the role owner or admin.
         */
        delete: operations["deleteAccessGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List incidents and maintenances
         * @description Newest first by `starts_at`. Without a key: what concerns public services.
         */
        get: operations["listIncidents"];
        put?: never;
        /**
         * Create an incident or a maintenance
         * @description Needs the role owner, admin or editor.
         */
        post: operations["createIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incidents/{incidentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an incident or a maintenance */
        get: operations["getIncident"];
        /**
         * Change an incident or a maintenance
         * @description Changes the fields that are given. An update in `updates` that is known (same `id`, or same text) is edited, another is posted; none is deleted.
         *
         *     Needs the role owner, admin or editor.
         */
        put: operations["updateIncident"];
        post?: never;
        /**
         * Delete an incident or a maintenance
         * @description Needs the role owner, admin or editor.
         */
        delete: operations["deleteIncident"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incidents/{incidentId}/updates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post an incident update
         * @description `resolved` ends the incident, `escalate` and `deescalate` change its type, `started` begins a maintenance.
         *
         *     Needs the role owner, admin or editor.
         */
        post: operations["createIncidentUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incidents/{incidentId}/updates/{updateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Edit an incident update
         * @description Needs the role owner, admin or editor.
         */
        put: operations["updateIncidentUpdate"];
        post?: never;
        /**
         * Delete an incident update
         * @description Takes back what it caused: deleting a `resolved` reopens the incident.
         *
         *     Needs the role owner, admin or editor.
         */
        delete: operations["deleteIncidentUpdate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incident_templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List incident templates
         * @description All of the page, oldest first.
         *
         *     Needs the role owner, admin or editor.
         */
        get: operations["listIncidentTemplates"];
        put?: never;
        /**
         * Create an incident template
         * @description Needs the role owner, admin or editor.
         */
        post: operations["createIncidentTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incident_templates/{incidentTemplateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an incident template
         * @description Needs the role owner, admin or editor.
         */
        get: operations["getIncidentTemplate"];
        /**
         * Change an incident template
         * @description Changes the fields that are given.
         *
         *     Needs the role owner, admin or editor.
         */
        put: operations["updateIncidentTemplate"];
        post?: never;
        /**
         * Delete an incident template
         * @description Needs the role owner, admin or editor.
         */
        delete: operations["deleteIncidentTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incident_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List incident types of the page
         * @description Those that the page has beside `major`, `minor` and `scheduled`, by `order`, then `id`.
         *
         *     Needs the role owner, admin or editor.
         */
        get: operations["listIncidentTypes"];
        put?: never;
        /**
         * Create an incident type of the page
         * @description Incidents can have it as their `type` while `custom_incident_types_enabled` is on.
         *
         *     Needs the role owner or admin.
         */
        post: operations["createIncidentType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incident_types/{incidentTypeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an incident type of the page
         * @description Needs the role owner, admin or editor.
         */
        get: operations["getIncidentType"];
        /**
         * Change an incident type of the page
         * @description Changes the fields that are given. A new `base_severity` is that of all its incidents, and counts for the uptime of the past; in use, it cannot change between `scheduled` and the others.
         *
         *     Needs the role owner or admin.
         */
        put: operations["updateIncidentType"];
        post?: never;
        /**
         * Delete an incident type of the page
         * @description Only one that no incident has.
         *
         *     Needs the role owner or admin.
         */
        delete: operations["deleteIncidentType"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/info_notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List information notices
         * @description Newest first by `featured_from`; those that are featured later or no more, too. Without a key: what concerns public services.
         */
        get: operations["listInfoNotices"];
        put?: never;
        /**
         * Create an information notice
         * @description With at least one update. It is featured from now on unless `featured_from` says otherwise.
         *
         *     Needs the role owner, admin or editor.
         */
        post: operations["createInfoNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/info_notices/{infoNoticeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an information notice */
        get: operations["getInfoNotice"];
        /**
         * Change an information notice
         * @description Changes the fields that are given. An update in `updates` that is known (same `id`, or same text) is edited, another is posted; none is deleted.
         *
         *     Needs the role owner, admin or editor.
         */
        put: operations["updateInfoNotice"];
        post?: never;
        /**
         * Delete an information notice
         * @description Needs the role owner, admin or editor.
         */
        delete: operations["deleteInfoNotice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List integrations
         * @description All integrations of the page, by `id`. Of secrets, a hint at `key` is all that any answer has.
         *
         *     Needs the role owner, admin or editor.
         */
        get: operations["listIntegrations"];
        put?: never;
        /**
         * Create an integration
         * @description The fields depend on `name`; those of other kinds are ignored.
         *
         *     Needs the role owner or admin.
         */
        post: operations["createIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/integrations/{integrationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an integration
         * @description Needs the role owner, admin or editor.
         */
        get: operations["getIntegration"];
        /**
         * Change an integration
         * @description Changes the fields that are given. `key` and `password` stay when they are left out, empty or sent back as they were shown; `name` cannot be changed.
         *
         *     Needs the role owner or admin.
         */
        put: operations["updateIntegration"];
        post?: never;
        /**
         * Delete an integration
         * @description Its secrets are deleted with it; metrics that came from it stay.
         *
         *     Needs the role owner or admin.
         */
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List metrics
         * @description All metrics of the page, by `order`, then `id`.
         *
         *     Needs the role owner, admin or editor.
         */
        get: operations["listMetrics"];
        put?: never;
        /**
         * Create a metric
         * @description Needs the role owner or admin.
         */
        post: operations["createMetric"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/metrics/{metricId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a metric
         * @description Needs the role owner, admin or editor.
         */
        get: operations["getMetric"];
        /**
         * Change a metric
         * @description Changes the fields that are given.
         *
         *     Needs the role owner or admin.
         */
        put: operations["updateMetric"];
        post?: never;
        /**
         * Delete a metric
         * @description Everything that was measured is deleted with it.
         *
         *     Needs the role owner or admin.
         */
        delete: operations["deleteMetric"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/metrics/{metricId}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the entries of a metric
         * @description Points for a chart, the oldest first. Without `resolution` a day comes as it was recorded (by the minute where there is much), a week or a month by the hour, more by the day. Raw entries are kept for 100 days, hours for 400 days, days for good.
         *
         *     Needs the role owner, admin or editor.
         */
        get: operations["listMetricEntries"];
        put?: never;
        /**
         * Record entries of a metric
         * @description One `entry`, or, as an extension, up to 1,000 `entries` at once. An entry of the same time replaces the one before; of several with one time in a request the last counts.
         *
         *     Needs the role owner or admin.
         */
        post: operations["createMetricEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Oldest first.
         *
         *     Needs the role owner, admin or editor.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Create a subscription
         * @description `email` needs `email`; `sms` needs `country_dial_code` and `phone_number`; a webhook or a chat needs `webhook_url`. An address subscribes once per page and type.
         *
         *     Needs the role owner or admin.
         */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/subscriptions/{subscriptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a subscription
         * @description Needs the role owner, admin or editor.
         */
        get: operations["getSubscription"];
        /**
         * Change a subscription
         * @description Changes the fields that are given. Another address has to be confirmed anew, by the subscriber or by `confirm`.
         *
         *     Needs the role owner or admin.
         */
        put: operations["updateSubscription"];
        post?: never;
        /**
         * Delete a subscription
         * @description Needs the role owner or admin.
         */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/subscription_groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscription groups
         * @description All of the page, oldest first.
         *
         *     Needs the role owner, admin or editor.
         */
        get: operations["listSubscriptionGroups"];
        put?: never;
        /**
         * Create a subscription group
         * @description Needs the role owner or admin.
         */
        post: operations["createSubscriptionGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/subscription_groups/{subscriptionGroupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a subscription group
         * @description Needs the role owner, admin or editor.
         */
        get: operations["getSubscriptionGroup"];
        /**
         * Rename a subscription group
         * @description Needs the role owner or admin.
         */
        put: operations["updateSubscriptionGroup"];
        post?: never;
        /**
         * Delete a subscription group
         * @description Its subscriptions stay.
         *
         *     Needs the role owner or admin.
         */
        delete: operations["deleteSubscriptionGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description All webhooks of the page, by `id`.
         *
         *     Needs the role owner, admin or editor.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description From now on the URL gets a POST with `{ "event": …, "data": { "object": … } }` for each of the events, what concerns private services included. Deliveries are signed as Standard Webhooks 1.0.0 says (`webhook-id`, `webhook-timestamp`, `webhook-signature`) with the `secret`, which only this answer has. Anything but a 2xx within 15 s is tried again, ten times over three days; then, and at once after a 410, the webhook is disabled.
         *
         *     Needs the role owner or admin.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Needs the role owner, admin or editor.
         */
        get: operations["getWebhook"];
        /**
         * Change a webhook
         * @description Changes the fields that are given. `events` cannot be emptied; the secret stays.
         *
         *     Needs the role owner or admin.
         */
        put: operations["updateWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Its deliveries are deleted with it; those that are still due are not made.
         *
         *     Needs the role owner or admin.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of a webhook
         * @description What was sent in the last 30 days and is still to be sent, newest first, with every attempt and the start of each answer.
         *
         *     Needs the role owner, admin or editor.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Adds a delivery with the same body and `webhook-id`, which is attempted once, at once, even when the webhook is disabled. The answer is that delivery.
         *
         *     Needs the role owner or admin.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to a webhook
         * @description Sends the event `webhook.test`, signed like any other, once, at once, even when the webhook is disabled. The answer is its delivery.
         *
         *     Needs the role owner or admin.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        UpdateMember: {
            role?: ("" | "owner" | "admin" | "editor" | "billing" | "viewer") | null;
        };
        UpdateStatusPage: {
            name?: string | null;
            url?: string | null;
            time_zone?: string | null;
            subdomain?: string | null;
            support_email?: string | null;
            social_public_screen_name?: string | null;
            /** @description Another name of `social_public_screen_name` */
            twitter_public_screen_name?: string | null;
            about?: string | null;
            display_about?: boolean | null;
            domain_config?: {
                provider?: ("" | "cdn_a" | "cdn_b" | "cloudflare" | "bunny") | null;
                domain?: string | null;
            } | null;
            restricted_ips?: string | null;
            member_restricted?: boolean | null;
            scheduled_maintenance_days?: (0 | 7 | 14 | 21 | 28) | null;
            custom_js?: string | null;
            head_code?: string | null;
            date_format?: string | null;
            time_format?: string | null;
            date_format_enforce_everywhere?: boolean | null;
            display_calendar?: boolean | null;
            hide_watermark?: boolean | null;
            minor_notification_hours?: number | null;
            major_notification_hours?: number | null;
            maintenance_notification_hours?: number | null;
            history_limit_days?: (0 | 30 | 90 | 365) | null;
            custom_incident_types_enabled?: boolean | null;
            info_notices_enabled?: boolean | null;
            locked_when_maintenance?: boolean | null;
            noindex?: boolean | null;
            enable_auto_translations?: boolean | null;
            captcha_enabled?: boolean | null;
            enable_embedding?: boolean | null;
            strict_csp?: boolean | null;
            translations?: {
                [key: string]: {
                    public_company_name?: string | null;
                    header_logo_text?: string | null;
                };
            } | null;
            header_logo_text?: string | null;
            public_company_name?: string | null;
            display_uptime_graph?: boolean | null;
            uptime_graph_days?: (0 | 30 | 60 | 90) | null;
            current_incidents_position?: ("" | "below_services" | "above_services") | null;
            theme_selected?: ("" | "default" | "big-logo") | null;
            theme_configs?: {
                [key: string]: unknown;
            } | null;
            link_color?: string | null;
            header_bg_color1?: string | null;
            header_bg_color2?: string | null;
            header_fg_color?: string | null;
            incident_header_color?: string | null;
            status_ok_color?: string | null;
            status_minor_color?: string | null;
            status_major_color?: string | null;
            status_maintenance_color?: string | null;
            incident_link_color?: string | null;
            custom_css?: string | null;
            custom_header?: string | null;
            custom_footer?: string | null;
            notify_by_default?: boolean | null;
            social_post_by_default?: boolean | null;
            /** @description Another name of `social_post_by_default` */
            tweet_by_default?: boolean | null;
            chat_a_subscriptions_enabled?: boolean | null;
            /** @description Another name of `chat_a_subscriptions_enabled` */
            slack_subscriptions_enabled?: boolean | null;
            chat_b_notifications_enabled?: boolean | null;
            /** @description Another name of `chat_b_notifications_enabled` */
            discord_notifications_enabled?: boolean | null;
            chat_c_notifications_enabled?: boolean | null;
            /** @description Another name of `chat_c_notifications_enabled` */
            teams_notifications_enabled?: boolean | null;
            chat_d_notifications_enabled?: boolean | null;
            /** @description Another name of `chat_d_notifications_enabled` */
            google_chat_notifications_enabled?: boolean | null;
            chat_e_notifications_enabled?: boolean | null;
            /** @description Another name of `chat_e_notifications_enabled` */
            mattermost_notifications_enabled?: boolean | null;
            chat_f_notifications_enabled?: boolean | null;
            /** @description Another name of `chat_f_notifications_enabled` */
            zoom_notifications_enabled?: boolean | null;
            sms_notifications_enabled?: boolean | null;
            feed_enabled?: boolean | null;
            calendar_enabled?: boolean | null;
            external_calendar_enabled?: boolean | null;
            /** @description Another name of `external_calendar_enabled` */
            google_calendar_enabled?: boolean | null;
            subscribers_enabled?: boolean | null;
            notification_email?: string | null;
            reply_to_email?: string | null;
            social_posting_enabled?: boolean | null;
            /** @description Another name of `social_posting_enabled` */
            tweeting_enabled?: boolean | null;
            email_layout_template?: string | null;
            email_confirmation_template?: string | null;
            email_notification_template?: string | null;
            email_templates_enabled?: boolean | null;
            allowed_email_domains?: string | null;
        };
        UpdateService: {
            name?: string | null;
            description?: string | null;
            private_description?: string | null;
            parent_id?: number | null;
            monitoring?: ("" | "internal" | "3rd_party" | "webhook") | null;
            webhook_monitoring_service?: ("" | "status-cake" | "uptime-robot" | "custom-jsonpath") | null;
            webhook_custom_jsonpath_settings?: {
                jsonpath?: string | null;
                expected_result?: string | null;
            } | null;
            ping_url?: string | null;
            incident_type?: ("" | "minor" | "major") | null;
            parent_incident_type?: ("" | "minor" | "major") | null;
            pause_monitoring_during_maintenances?: boolean | null;
            auto_incident?: boolean | null;
            auto_notify?: boolean | null;
            translations?: {
                [key: string]: {
                    name?: string | null;
                    description?: string | null;
                };
            } | null;
            private?: boolean | null;
            display_uptime_graph?: boolean | null;
            display_response_time_chart?: boolean | null;
            order?: number | null;
            /** @description Ids of users of the organization */
            notification_recipients?: number[] | null;
            monitoring_options?: {
                /** @description GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, in either case */
                method?: string | null;
                headers?: {
                    key: string;
                    value: string;
                }[] | null;
                keyword_down?: string | null;
                keyword_up?: string | null;
            } | null;
        };
        UpdateAccessGroup: {
            name?: string | null;
            /** @description The services that the group's viewers see, each with everything below it */
            service_ids?: number[] | null;
            /** @description Ids of memberships that apply to the page: of its organization, or of the page itself */
            users_status_pages?: number[] | null;
        };
        UpdateIncident: {
            title?: string | null;
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            starts_at?: string | null;
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            ends_at?: string | null;
            type?: string | null;
            service_ids?: number[] | null;
            updates?: {
                /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
                posted_at?: string | null;
                description?: string | null;
                translations?: {
                    [key: string]: {
                        description?: string | null;
                    };
                } | null;
                notify?: boolean | null;
                social_post?: boolean | null;
                /** @description Another name of `social_post` */
                tweet?: boolean | null;
                type?: ("" | "investigating" | "issue" | "identified" | "monitoring" | "update" | "escalate" | "deescalate" | "resolved" | "retroactive" | "scheduled" | "started" | "essential" | "postponed") | null;
                id?: number | null;
            }[] | null;
            translations?: {
                [key: string]: {
                    title?: string | null;
                };
            } | null;
            notify?: boolean | null;
            maintenance_notify?: boolean | null;
            maintenance_notify_settings?: {
                before_notice_minutes?: number | null;
                second_before_notice_minutes?: number | null;
                on_start?: boolean | null;
                on_end?: boolean | null;
            } | null;
            affects_uptime?: boolean | null;
        };
        UpdateIncidentUpdate: {
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            posted_at?: string | null;
            description?: string | null;
            translations?: {
                [key: string]: {
                    description?: string | null;
                };
            } | null;
            notify?: boolean | null;
            social_post?: boolean | null;
            /** @description Another name of `social_post` */
            tweet?: boolean | null;
            type?: ("" | "investigating" | "issue" | "identified" | "monitoring" | "update" | "escalate" | "deescalate" | "resolved" | "retroactive" | "scheduled" | "started" | "essential" | "postponed") | null;
        };
        UpdateIncidentTemplate: {
            name?: string | null;
            title?: string | null;
            description?: string | null;
            service_ids?: number[] | null;
            /** @description Types of incidents for which the template is offered: built-in ones and the page's own */
            incident_types?: string[] | null;
            translations?: {
                [key: string]: {
                    title?: string | null;
                    description?: string | null;
                };
            } | null;
        };
        UpdateIncidentType: {
            /** @description What incidents have as their `type`; lower-case letters, digits, `-` and `_`. It cannot be changed later. */
            key?: string | null;
            name?: string | null;
            /** @description Six hexadecimal digits; null: the colour of its base severity */
            color?: string | null;
            /** @description What an incident of this type means for services */
            base_severity?: ("" | "major" | "minor" | "scheduled") | null;
            order?: number | null;
            translations?: {
                [key: string]: {
                    name?: string | null;
                };
            } | null;
        };
        UpdateInfoNotice: {
            title?: string | null;
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            featured_from?: string | null;
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            featured_until?: string | null;
            /** @description None: it concerns the page as a whole */
            service_ids?: number[] | null;
            updates?: {
                /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
                posted_at?: string | null;
                description?: string | null;
                translations?: {
                    [key: string]: {
                        description?: string | null;
                    };
                } | null;
                notify?: boolean | null;
                social_post?: boolean | null;
                /** @description Another name of `social_post` */
                tweet?: boolean | null;
                id?: number | null;
            }[] | null;
            translations?: {
                [key: string]: {
                    title?: string | null;
                };
            } | null;
        };
        UpdateIntegration: {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key?: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            name?: string | null;
        };
        UpdateMetric: {
            title?: string | null;
            unit?: string | null;
            type?: ("" | "up" | "rt") | null;
            enabled?: boolean | null;
            visible?: boolean | null;
            remote_id?: string | null;
            remote_name?: string | null;
            threshold?: number | null;
            featured_number?: ("" | "avg" | "max" | "last") | null;
            /** @description Where the entries come from; a number in a text is accepted */
            integration_id?: (number | string) | null;
        };
        UpdateSubscription: {
            type?: ("" | "email" | "sms" | "webhook" | "slack" | "discord" | "teams" | "google_chat" | "mattermost" | "zoom") | null;
            /** @description What is told: everything, or what the field of this name lists */
            filter?: ("" | "all" | "services" | "incident" | "incident_types") | null;
            service_ids?: number[] | null;
            incident_types?: string[] | null;
            incident_id?: number | null;
            email?: string | null;
            /** @description true: confirmed without asking the subscriber. false takes no confirmation back. */
            confirm?: boolean | null;
            country_dial_code?: string | null;
            phone_number?: string | null;
            /** @description Of a webhook or a chat */
            webhook_url?: string | null;
            locale?: string | null;
            /** @description Kept and given back unchanged; at most 16384 characters as JSON */
            metadata?: {
                [key: string]: unknown;
            } | null;
            subscription_group_ids?: number[] | null;
        };
        UpdateSubscriptionGroup: {
            name?: string | null;
        };
        UpdateWebhook: {
            url?: string | null;
            events?: ("" | "incident.created" | "incident.updated" | "incident.deleted" | "service.monitored_status.updated" | "info_notice.created" | "info_notice.updated" | "info_notice.deleted" | "status_page.domain.updated")[] | null;
            /** @description false: nothing is sent */
            enabled?: boolean | null;
        };
        CreateApiKey: {
            name: string | null;
            /** @description Default: admin */
            role?: ("" | "owner" | "admin" | "editor" | "billing" | "viewer") | null;
        };
        CreateMember: {
            email: string | null;
            role: ("" | "owner" | "admin" | "editor" | "billing" | "viewer") | null;
        };
        CreateStatusPage: components["schemas"]["UpdateStatusPage"];
        CreateService: components["schemas"]["UpdateService"];
        CreateAccessGroup: components["schemas"]["UpdateAccessGroup"];
        CreateIncident: {
            title: string | null;
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            starts_at?: string | null;
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            ends_at?: string | null;
            type: string | null;
            service_ids: number[] | null;
            updates?: components["schemas"]["CreateIncidentUpdate"][] | null;
            translations?: {
                [key: string]: {
                    title?: string | null;
                };
            } | null;
            notify?: boolean | null;
            maintenance_notify?: boolean | null;
            maintenance_notify_settings?: {
                before_notice_minutes?: number | null;
                second_before_notice_minutes?: number | null;
                on_start?: boolean | null;
                on_end?: boolean | null;
            } | null;
            affects_uptime?: boolean | null;
        };
        CreateIncidentUpdate: components["schemas"]["UpdateIncidentUpdate"];
        CreateIncidentTemplate: components["schemas"]["UpdateIncidentTemplate"];
        CreateIncidentType: components["schemas"]["UpdateIncidentType"];
        CreateInfoNotice: {
            title: string | null;
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            featured_from?: string | null;
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            featured_until?: string | null;
            /** @description None: it concerns the page as a whole */
            service_ids?: number[] | null;
            updates: {
                /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
                posted_at?: string | null;
                description: string | null;
                translations?: {
                    [key: string]: {
                        description?: string | null;
                    };
                } | null;
                notify?: boolean | null;
                social_post?: boolean | null;
                /** @description Another name of `social_post` */
                tweet?: boolean | null;
            }[] | null;
            translations?: {
                [key: string]: {
                    title?: string | null;
                };
            } | null;
        };
        CreateIntegration: {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key?: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "smtp";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain: string | null;
            email_from_address: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "mailgun";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "sendgrid";
        } | {
            user: string | null;
            phone_number: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "twilio";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key?: string | null;
            /** @description Sealed when it is kept, in no answer */
            password: string | null;
            relay?: string | null;
            username: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "esendex";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "slack";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "datadog";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "pingdom";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "newrelic";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "social";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "calendar";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "cdn_a";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "cdn_b";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "cloudflare";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "bunny";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password?: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "translate";
        } | {
            user?: string | null;
            phone_number?: string | null;
            domain?: string | null;
            email_from_address?: string | null;
            /** @description Sealed when it is kept; answers have its last characters at most */
            key: string | null;
            /** @description Sealed when it is kept, in no answer */
            password: string | null;
            relay?: string | null;
            username?: string | null;
            port?: number | null;
            region?: string | null;
            settings?: {
                __type__?: string | null;
                enabled?: boolean | null;
                api_key_type?: string | null;
            } | null;
            /** @constant */
            name: "captcha";
        };
        CreateMetric: components["schemas"]["UpdateMetric"];
        CreateMetricEntry: {
            /** @description Unix seconds, not older than 100 days and not more than an hour ahead */
            time: number | null;
            value: number | null;
        };
        CreateSubscription: components["schemas"]["UpdateSubscription"];
        CreateSubscriptionGroup: components["schemas"]["UpdateSubscriptionGroup"];
        CreateWebhook: components["schemas"]["UpdateWebhook"];
        Links: {
            next: string | null;
            prev: string | null;
        };
        Meta: {
            /** @description Exact for a whole list; long filtered lists are counted up to 1000 */
            total_count: number;
        };
        Hello: {
            /** @constant */
            message: "hello";
        };
        StatusPage: {
            organization_id: number;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            inserted_at: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            updated_at: string;
            name: string;
            url: string;
            time_zone: string;
            subdomain: string;
            support_email: string;
            social_public_screen_name: string | null;
            /** @description Another name of `social_public_screen_name` */
            twitter_public_screen_name?: string | null;
            about: string | null;
            display_about: boolean;
            domain_config: {
                provider: ("cdn_a" | "cdn_b" | "cloudflare" | "bunny") | null;
                domain: string | null;
                previous_domain: string | null;
                /** @enum {string} */
                status: "disabled" | "configuring" | "failed_to_configure" | "active";
                validation_records: {
                    [key: string]: string;
                } | null;
                external_id: string | null;
                error: string | null;
            };
            restricted_ips: string | null;
            member_restricted: boolean;
            /** @enum {number} */
            scheduled_maintenance_days: 7 | 14 | 21 | 28;
            custom_js: string | null;
            head_code: string | null;
            date_format: string | null;
            time_format: string | null;
            date_format_enforce_everywhere: boolean;
            display_calendar: boolean;
            hide_watermark: boolean;
            minor_notification_hours: number;
            major_notification_hours: number;
            maintenance_notification_hours: number;
            history_limit_days: (30 | 90 | 365) | null;
            custom_incident_types_enabled: boolean;
            info_notices_enabled: boolean;
            locked_when_maintenance: boolean;
            noindex: boolean;
            enable_auto_translations: boolean;
            captcha_enabled: boolean;
            enable_embedding: boolean;
            strict_csp: boolean;
            translations: {
                [key: string]: {
                    public_company_name?: string | null;
                    header_logo_text?: string | null;
                };
            };
            header_logo_text: string;
            public_company_name: string | null;
            logo: string | null;
            bg_image: string | null;
            favicon: string | null;
            display_uptime_graph: boolean;
            /** @enum {number} */
            uptime_graph_days: 30 | 60 | 90;
            /** @enum {string} */
            current_incidents_position: "below_services" | "above_services";
            /** @enum {string} */
            theme_selected: "default" | "big-logo";
            theme_configs: {
                [key: string]: unknown;
            } | null;
            link_color: string;
            header_bg_color1: string;
            header_bg_color2: string;
            header_fg_color: string;
            incident_header_color: string;
            status_ok_color: string;
            status_minor_color: string;
            status_major_color: string;
            status_maintenance_color: string;
            incident_link_color: string | null;
            custom_css: string | null;
            custom_header: string | null;
            custom_footer: string | null;
            notify_by_default: boolean;
            social_post_by_default: boolean;
            /** @description Another name of `social_post_by_default` */
            tweet_by_default?: boolean;
            chat_a_subscriptions_enabled: boolean | null;
            /** @description Another name of `chat_a_subscriptions_enabled` */
            slack_subscriptions_enabled?: boolean | null;
            chat_b_notifications_enabled: boolean;
            /** @description Another name of `chat_b_notifications_enabled` */
            discord_notifications_enabled?: boolean;
            chat_c_notifications_enabled: boolean;
            /** @description Another name of `chat_c_notifications_enabled` */
            teams_notifications_enabled?: boolean;
            chat_d_notifications_enabled: boolean;
            /** @description Another name of `chat_d_notifications_enabled` */
            google_chat_notifications_enabled?: boolean;
            chat_e_notifications_enabled: boolean;
            /** @description Another name of `chat_e_notifications_enabled` */
            mattermost_notifications_enabled?: boolean;
            chat_f_notifications_enabled: boolean;
            /** @description Another name of `chat_f_notifications_enabled` */
            zoom_notifications_enabled?: boolean;
            sms_notifications_enabled: boolean | null;
            feed_enabled: boolean;
            calendar_enabled: boolean;
            external_calendar_enabled: boolean;
            /** @description Another name of `external_calendar_enabled` */
            google_calendar_enabled?: boolean;
            subscribers_enabled: boolean;
            notification_email: string | null;
            reply_to_email: string | null;
            social_posting_enabled: boolean;
            /** @description Another name of `social_posting_enabled` */
            tweeting_enabled?: boolean;
            email_layout_template: string | null;
            email_confirmation_template: string | null;
            email_notification_template: string | null;
            email_templates_enabled: boolean | null;
            allowed_email_domains: string;
        };
        StatusPageStatus: {
            url: string;
            time_zone: string;
            subdomain: string;
            name: string;
            current_incident_type: string | null;
        };
        StatusPageSummary: {
            status_page: {
                url: string;
                time_zone: string;
                subdomain: string;
                name: string;
                current_incident_type: string | null;
                default_lang: string;
            };
            services: components["schemas"]["SummaryService"][];
            /** @description Open incidents */
            incidents: components["schemas"]["Incident"][];
            /** @description Running maintenances */
            maintenances: components["schemas"]["Incident"][];
            /** @description Maintenances that start within `scheduled_maintenance_days` */
            upcoming_maintenances: components["schemas"]["Incident"][];
            /** @description Notices featured now */
            info_notices: components["schemas"]["InfoNotice"][];
            current_status_type: ("major" | "minor" | "scheduled") | null;
        };
        Service: {
            id: number;
            name: string;
            description: string | null;
            private_description: string | null;
            parent_id: number | null;
            children_ids: number[];
            current_incident_type: string | null;
            monitoring: ("internal" | "3rd_party" | "webhook") | null;
            webhook_monitoring_service: ("status-cake" | "uptime-robot" | "custom-jsonpath") | null;
            webhook_custom_jsonpath_settings: {
                /** @default null */
                jsonpath: string | null;
                /** @default null */
                expected_result: string | null;
            };
            inbound_email_address: string | null;
            inbound_email_id: string | null;
            incoming_webhook_url: string | null;
            ping_url: string | null;
            incident_type: ("minor" | "major") | null;
            parent_incident_type: ("minor" | "major") | null;
            is_up: boolean;
            pause_monitoring_during_maintenances: boolean;
            auto_incident: boolean;
            auto_notify: boolean;
            translations: {
                [key: string]: {
                    name?: string | null;
                    description?: string | null;
                };
            };
            private: boolean;
            display_uptime_graph: boolean;
            display_response_time_chart: boolean;
            order: number;
            notification_recipients: number[];
            monitoring_options: {
                /** @default HEAD */
                method: string;
                /** @default [] */
                headers: {
                    key: string;
                    value: string;
                }[];
                /** @default null */
                keyword_down: string | null;
                /** @default null */
                keyword_up: string | null;
            };
        };
        ServiceStatus: {
            name: string;
            id: number;
            current_incident_type: string | null;
            children: components["schemas"]["ServiceStatus"][];
        };
        ServiceSummary: {
            service: components["schemas"]["SummaryService"];
            /** @description Open incidents */
            incidents: components["schemas"]["Incident"][];
            /** @description Running maintenances */
            maintenances: components["schemas"]["Incident"][];
            /** @description Maintenances that start within `scheduled_maintenance_days` */
            upcoming_maintenances: components["schemas"]["Incident"][];
            /** @description Notices featured now */
            info_notices: components["schemas"]["InfoNotice"][];
            current_status_type: ("major" | "minor" | "scheduled") | null;
        };
        AccessGroup: {
            id: number;
            name: string;
            /** @description The services that the group's viewers see, each with everything below it */
            service_ids: number[];
            /** @description Ids of memberships that apply to the page: of its organization, or of the page itself */
            users_status_pages: number[];
        };
        Incident: {
            id: number;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            inserted_at: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            updated_at: string;
            title: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            starts_at: string;
            ends_at: string | null;
            type: string;
            service_ids: number[];
            updates: components["schemas"]["IncidentUpdate"][];
            url: string;
            translations: {
                [key: string]: {
                    title?: string | null;
                };
            };
            notify: boolean;
            maintenance_notify: boolean;
            maintenance_notify_settings: {
                before_notice_minutes: number | null;
                second_before_notice_minutes: number | null;
                on_start: boolean;
                on_end: boolean;
            };
            affects_uptime: boolean;
        };
        IncidentTemplate: {
            id: number;
            name: string;
            title: string;
            description: string;
            service_ids: number[];
            incident_types: string[];
            translations: {
                [key: string]: {
                    title?: string | null;
                    description?: string | null;
                };
            };
        };
        IncidentType: {
            id: number;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            inserted_at: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            updated_at: string;
            key: string;
            name: string;
            color: string | null;
            /** @enum {string} */
            base_severity: "major" | "minor" | "scheduled";
            order: number;
            translations: {
                [key: string]: {
                    name?: string | null;
                };
            };
        };
        InfoNotice: {
            id: number;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            inserted_at: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            updated_at: string;
            title: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            featured_from: string;
            featured_until: string | null;
            service_ids: number[];
            updates: {
                id: number;
                /**
                 * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                 * @example 2026-11-20T14:02:00
                 */
                inserted_at: string;
                /**
                 * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                 * @example 2026-11-20T14:02:00
                 */
                updated_at: string;
                /**
                 * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                 * @example 2026-11-20T14:02:00
                 */
                posted_at: string;
                description: string;
                description_html: string;
                translations: {
                    [key: string]: {
                        description?: string | null;
                    };
                };
                subscribers_notified_at: string | null;
                social_post: boolean;
                /** @description Another name of `social_post` */
                tweet?: boolean;
            }[];
            url: string;
            translations: {
                [key: string]: {
                    title?: string | null;
                };
            };
        };
        Integration: {
            id: number;
            /** @enum {string} */
            name: "smtp" | "mailgun" | "sendgrid" | "twilio" | "esendex" | "slack" | "datadog" | "pingdom" | "newrelic" | "social" | "calendar" | "cdn_a" | "cdn_b" | "cloudflare" | "bunny" | "translate" | "captcha";
            user: string | null;
            phone_number: string | null;
            domain: string | null;
            email_from_address: string | null;
            /**
             * @description A hint at the key: `…` and its last four characters
             * @example …3f9a
             */
            key: string | null;
            relay: string | null;
            username: string | null;
            port: number | null;
            region: string | null;
            settings: {
                __type__: string;
                enabled: boolean;
                api_key_type: string | null;
            };
        };
        Metric: {
            id: number;
            title: string;
            unit: string;
            /** @enum {string} */
            type: "up" | "rt";
            enabled: boolean;
            visible: boolean;
            remote_id: string | null;
            remote_name: string | null;
            /**
             * @description `active`: enabled, and the last entry is younger than an hour
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description Unix seconds; null without entries */
            latest_entry_time: number | null;
            threshold: number | null;
            /** @enum {string} */
            featured_number: "avg" | "max" | "last";
            order: number;
            integration_id: number | null;
        };
        Subscription: {
            id: number;
            /** @enum {string} */
            type: "email" | "sms" | "webhook" | "slack" | "discord" | "teams" | "google_chat" | "mattermost" | "zoom";
            /** @enum {string} */
            filter: "all" | "services" | "incident" | "incident_types";
            service_ids: number[];
            incident_types: string[];
            incident_id: number | null;
            email: string | null;
            /** @description Whether the subscription is confirmed */
            confirm: boolean;
            country_dial_code: string | null;
            phone_number: string | null;
            webhook_url: string | null;
            locale: string | null;
            metadata: {
                [key: string]: unknown;
            };
            subscription_group_ids: number[];
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            inserted_at: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            updated_at: string;
        };
        SubscriptionGroup: {
            id: number;
            name: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            inserted_at: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            updated_at: string;
        };
        Webhook: {
            id: number;
            url: string;
            events: ("incident.created" | "incident.updated" | "incident.deleted" | "service.monitored_status.updated" | "info_notice.created" | "info_notice.updated" | "info_notice.deleted" | "status_page.domain.updated")[];
            enabled: boolean;
        };
        Member: {
            id: number;
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "billing" | "viewer";
            /** @description null until the invitation is accepted */
            user: {
                id: number;
                last_sign_in_at: string | null;
                current_sign_in_at: string | null;
            } | null;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            inserted_at: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            updated_at: string;
        };
        IncidentUpdate: {
            id: number;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            inserted_at: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            updated_at: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            posted_at: string;
            description: string;
            description_html: string;
            translations: {
                [key: string]: {
                    description?: string | null;
                };
            };
            subscribers_notified_at: string | null;
            social_post: boolean;
            /** @description Another name of `social_post` */
            tweet?: boolean;
            /** @enum {string} */
            type: "investigating" | "issue" | "identified" | "monitoring" | "update" | "escalate" | "deescalate" | "resolved" | "retroactive" | "scheduled" | "started" | "essential" | "postponed";
        };
        ApiKey: {
            id: number;
            name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "billing" | "viewer";
            /**
             * @description How the token begins and ends
             * @example ok_…x7Qd
             */
            hint: string;
            /** @description To the minute */
            last_used_at: string | null;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            inserted_at: string;
            /** @description For the header `Authorization`. Told only once. */
            token: string;
        };
        CreatedMember: {
            id: number;
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "billing" | "viewer";
            /** @description null until the invitation is accepted */
            user: {
                id: number;
                last_sign_in_at: string | null;
                current_sign_in_at: string | null;
            } | null;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            inserted_at: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            updated_at: string;
            /**
             * Format: uri
             * @description An address without an account is invited: whoever opens this link within seven days becomes the member. Told only once.
             */
            invitation_url?: string;
        };
        MetricEntry: {
            time: number;
            value: number;
        };
        CreatedWebhook: {
            id: number;
            url: string;
            events: ("incident.created" | "incident.updated" | "incident.deleted" | "service.monitored_status.updated" | "info_notice.created" | "info_notice.updated" | "info_notice.deleted" | "status_page.domain.updated")[];
            enabled: boolean;
            /**
             * @description Signs the deliveries; shown this once
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        WebhookDeliveryDelivery: {
            id: number;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            inserted_at: string;
            webhook_id: number;
            /** @description The `webhook-id` header: the same for every attempt at the same event */
            message_id: string;
            /** @enum {string} */
            event: "incident.created" | "incident.updated" | "incident.deleted" | "service.monitored_status.updated" | "info_notice.created" | "info_notice.updated" | "info_notice.deleted" | "status_page.domain.updated" | "webhook.test";
            /**
             * @description `cancelled`: the webhook was disabled when an attempt was due
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed" | "cancelled";
            next_attempt_at: string | null;
            /** @description Oldest first */
            attempts: {
                /**
                 * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                 * @example 2026-11-20T14:02:00
                 */
                attempted_at: string;
                /** @description HTTP status of the answer; null: there was none */
                status: number | null;
                duration_ms: number;
                /** @description The first KiB of the answer */
                answer: string | null;
                /** @description Why there was no answer */
                error: ("address_refused" | "unknown_host" | "timeout" | "tls_failed" | "bad_answer" | "connection_failed" | "internal") | null;
            }[];
            /** @description The body that is sent */
            payload: {
                [key: string]: unknown;
            };
        };
        SummaryService: {
            name: string;
            id: number;
            description: string | null;
            current_incident_type: string | null;
            children: components["schemas"]["SummaryService"][];
        };
    };
    responses: {
        /** @description The record is still as `If-None-Match` names it */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request is malformed: broken JSON, a bad cursor or query */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    error: 400;
                    message: string;
                };
            };
        };
        /** @description The key is missing, wrong or revoked */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    error: 401;
                };
            };
        };
        /** @description The key's role does not allow this */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    error: 403;
                    message: string;
                };
            };
        };
        /** @description There is no such record, or the key may not know of it */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    error: 404;
                    message: string;
                };
            };
        };
        /** @description `If-Match` names an older state of the record */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    error: 412;
                    message: string;
                };
            };
        };
        /** @description The body is larger than 1 MiB */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    error: 413;
                    message: string;
                };
            };
        };
        /** @description Fields were refused, by dotted path (`updates.0.description`); whole-record errors are under `base` */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    errors: {
                        [key: string]: string[];
                    };
                };
            };
        };
        /** @description Too many requests */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    error: 429;
                    message: string;
                };
            };
        };
        /** @description Something failed; the log has it under the request id */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    error: "Internal server error";
                };
            };
        };
        /** @description The database cannot be reached */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    error: "Service unavailable";
                };
            };
        };
    };
    parameters: {
        /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
        IdempotencyKey: string;
        /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
        IfMatch: string;
        /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names the request in our log; your own `X-Request-Id` when you send one */
        "X-Request-Id": string;
        /** @description Requests that are allowed in 10 seconds */
        "RateLimit-Limit": number;
        /** @description Requests left until the budget is renewed */
        "RateLimit-Remaining": number;
        /** @description Seconds until the budget is renewed */
        "RateLimit-Reset": number;
        /** @description Names this state of the record: for `If-None-Match` and `If-Match` */
        ETag: string;
        /** @description Seconds to wait before asking again */
        "Retry-After": number;
        /** @description `true`: this is the answer that an earlier request with the same key got */
        "Idempotent-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHello: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hello"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor: rows after it */
                after?: string;
                /** @description Cursor: rows before it */
                before?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                organizationId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: components["schemas"]["Links"];
                        meta: components["schemas"]["Meta"];
                        api_keys: {
                            id: number;
                            name: string;
                            /** @enum {string} */
                            role: "owner" | "admin" | "editor" | "billing" | "viewer";
                            /**
                             * @description How the token begins and ends
                             * @example ok_…x7Qd
                             */
                            hint: string;
                            /** @description To the minute */
                            last_used_at: string | null;
                            /**
                             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                             * @example 2026-11-20T14:02:00
                             */
                            inserted_at: string;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organizationId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_key: components["schemas"]["CreateApiKey"];
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        api_key: components["schemas"]["ApiKey"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: number;
                apiKeyId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor: rows after it */
                after?: string;
                /** @description Cursor: rows before it */
                before?: string;
                /** @description `incident.create` */
                action?: string;
                /** @description `user:7`, `api_key:3` or `system` */
                actor?: string;
                /** @description One record, `incident:42`, or all of a kind, `incident` */
                subject?: string;
                /** @description Subdomain of the page concerned */
                status_page?: string;
                /** @description Not before this time, UTC */
                from?: string | null;
                /** @description Before this time, UTC */
                until?: string | null;
            };
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                organizationId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: components["schemas"]["Links"];
                        meta: components["schemas"]["Meta"];
                        audit_log: {
                            id: number;
                            /**
                             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                             * @example 2026-11-20T14:02:00
                             */
                            inserted_at: string;
                            /**
                             * @description Subject and verb
                             * @example incident.create
                             */
                            action: string;
                            /**
                             * @description `user:<id>`, `api_key:<id>` or `system`
                             * @example user:7
                             */
                            actor: string;
                            /** @description The user's e-mail address or the key's name, while they exist */
                            actor_name: string | null;
                            /** @description The key with which the actor came */
                            api_key_id: number | null;
                            /** @example incident:42 */
                            subject: string;
                            /** @description The subdomain of the page concerned, while it exists */
                            status_page: string | null;
                            /** @description What was set, without secrets */
                            changes: unknown;
                            request_id: string | null;
                            /** @description The client's address */
                            address: string | null;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor: rows after it */
                after?: string;
                /** @description Cursor: rows before it */
                before?: string;
                /** @description Only the member with this address, in whichever case */
                email?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                organizationId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: components["schemas"]["Links"];
                        meta: components["schemas"]["Meta"];
                        members: components["schemas"]["Member"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organizationId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    member: components["schemas"]["CreateMember"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        member: components["schemas"]["CreatedMember"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: number;
                memberId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    member: components["schemas"]["UpdateMember"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        member: components["schemas"]["Member"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: number;
                memberId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listStatusPages: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor: rows after it */
                after?: string;
                /** @description Cursor: rows before it */
                before?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                organizationId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: components["schemas"]["Links"];
                        meta: components["schemas"]["Meta"];
                        status_pages: components["schemas"]["StatusPage"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createStatusPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organizationId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    status_page: components["schemas"]["CreateStatusPage"];
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status_page: components["schemas"]["StatusPage"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStatusPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                organizationId: number;
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status_page: components["schemas"]["StatusPage"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateStatusPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                organizationId: number;
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    status_page: components["schemas"]["UpdateStatusPage"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status_page: components["schemas"]["StatusPage"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteStatusPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                organizationId: number;
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status_page: components["schemas"]["StatusPageStatus"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSummary: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusPageSummary"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listServices: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor: rows after it */
                after?: string;
                /** @description Cursor: rows before it */
                before?: string;
                /** @description Only the children of this service; `null`: only services without a parent */
                parent_id?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: components["schemas"]["Links"];
                        meta: components["schemas"]["Meta"];
                        services: components["schemas"]["Service"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createService: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    service: components["schemas"]["CreateService"];
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service: components["schemas"]["Service"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getService: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                serviceId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service: components["schemas"]["Service"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateService: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                serviceId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    service: components["schemas"]["UpdateService"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service: components["schemas"]["Service"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteService: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                serviceId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getServiceStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                serviceId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        service: components["schemas"]["ServiceStatus"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getServiceSummary: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                serviceId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceSummary"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccessGroups: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_groups: components["schemas"]["AccessGroup"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAccessGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    access_group: components["schemas"]["CreateAccessGroup"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_group: components["schemas"]["AccessGroup"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccessGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                accessGroupId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_group: components["schemas"]["AccessGroup"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAccessGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                accessGroupId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    access_group: components["schemas"]["UpdateAccessGroup"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_group: components["schemas"]["AccessGroup"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAccessGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                accessGroupId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIncidents: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor: rows after it */
                after?: string;
                /** @description Cursor: rows before it */
                before?: string;
                /** @description Only incidents of this type */
                type?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: components["schemas"]["Links"];
                        meta: components["schemas"]["Meta"];
                        incidents: components["schemas"]["Incident"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    incident: components["schemas"]["CreateIncident"];
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        incident: components["schemas"]["Incident"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                incidentId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        incident: components["schemas"]["Incident"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                incidentId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    incident: components["schemas"]["UpdateIncident"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        incident: components["schemas"]["Incident"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                incidentId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIncidentUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
                incidentId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    update: components["schemas"]["CreateIncidentUpdate"];
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        update: components["schemas"]["IncidentUpdate"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIncidentUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subdomain: string;
                incidentId: number;
                updateId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    update: components["schemas"]["UpdateIncidentUpdate"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        update: components["schemas"]["IncidentUpdate"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIncidentUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subdomain: string;
                incidentId: number;
                updateId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIncidentTemplates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        incident_templates: components["schemas"]["IncidentTemplate"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIncidentTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    incident_template: components["schemas"]["CreateIncidentTemplate"];
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        incident_template: components["schemas"]["IncidentTemplate"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIncidentTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                incidentTemplateId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        incident_template: components["schemas"]["IncidentTemplate"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIncidentTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                incidentTemplateId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    incident_template: components["schemas"]["UpdateIncidentTemplate"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        incident_template: components["schemas"]["IncidentTemplate"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIncidentTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                incidentTemplateId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIncidentTypes: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        incident_types: components["schemas"]["IncidentType"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIncidentType: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    incident_type: components["schemas"]["CreateIncidentType"];
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        incident_type: components["schemas"]["IncidentType"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIncidentType: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                incidentTypeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        incident_type: components["schemas"]["IncidentType"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIncidentType: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                incidentTypeId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    incident_type: components["schemas"]["UpdateIncidentType"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        incident_type: components["schemas"]["IncidentType"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIncidentType: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                incidentTypeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInfoNotices: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor: rows after it */
                after?: string;
                /** @description Cursor: rows before it */
                before?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: components["schemas"]["Links"];
                        meta: components["schemas"]["Meta"];
                        info_notices: components["schemas"]["InfoNotice"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInfoNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    info_notice: components["schemas"]["CreateInfoNotice"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        info_notice: components["schemas"]["InfoNotice"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInfoNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                infoNoticeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        info_notice: components["schemas"]["InfoNotice"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateInfoNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                infoNoticeId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    info_notice: components["schemas"]["UpdateInfoNotice"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        info_notice: components["schemas"]["InfoNotice"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteInfoNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                infoNoticeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIntegrations: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        integrations: components["schemas"]["Integration"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    integration: components["schemas"]["CreateIntegration"];
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        integration: components["schemas"]["Integration"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                integrationId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        integration: components["schemas"]["Integration"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                integrationId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    integration: components["schemas"]["UpdateIntegration"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        integration: components["schemas"]["Integration"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                integrationId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMetrics: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor: rows after it */
                after?: string;
                /** @description Cursor: rows before it */
                before?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: components["schemas"]["Links"];
                        meta: components["schemas"]["Meta"];
                        metrics: components["schemas"]["Metric"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createMetric: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    metric: components["schemas"]["CreateMetric"];
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metric: components["schemas"]["Metric"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMetric: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                metricId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metric: components["schemas"]["Metric"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMetric: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                metricId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    metric: components["schemas"]["UpdateMetric"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metric: components["schemas"]["Metric"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMetric: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                metricId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMetricEntries: {
        parameters: {
            query?: {
                /** @description Unix seconds; a day before `to` by default */
                from?: string;
                /** @description Unix seconds, itself not included; now by default */
                to?: string;
                /** @description How finely: raw, minute, hour or day (UTC) */
                resolution?: "raw" | "minute" | "hour" | "day";
            };
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                metricId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            /** @description Unix seconds; of a minute, an hour or a day: its beginning, UTC */
                            time: number;
                            /** @description The average */
                            value: number;
                            count: number;
                            min: number;
                            max: number;
                            last: number;
                        }[];
                        meta: {
                            from: number;
                            to: number;
                            /** @enum {string} */
                            resolution: "raw" | "minute" | "hour" | "day";
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createMetricEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
                metricId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    entry: components["schemas"]["CreateMetricEntry"];
                } | {
                    entries: components["schemas"]["CreateMetricEntry"][];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entry: components["schemas"]["MetricEntry"];
                    } | {
                        entries: components["schemas"]["MetricEntry"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor: rows after it */
                after?: string;
                /** @description Cursor: rows before it */
                before?: string;
                /** @description Only subscriptions whose e-mail address contains this, or with this phone number: in full, `+49 1511234567`, only the country code, `+49`, or the number without it, `1511234567` */
                query?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: components["schemas"]["Links"];
                        meta: components["schemas"]["Meta"];
                        subscriptions: components["schemas"]["Subscription"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subscription: components["schemas"]["CreateSubscription"];
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscription: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                subscriptionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscription: components["schemas"]["Subscription"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                subscriptionId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subscription: components["schemas"]["UpdateSubscription"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscription: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                subscriptionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubscriptionGroups: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscription_groups: components["schemas"]["SubscriptionGroup"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSubscriptionGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subscription_group: components["schemas"]["CreateSubscriptionGroup"];
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscription_group: components["schemas"]["SubscriptionGroup"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubscriptionGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                subscriptionGroupId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscription_group: components["schemas"]["SubscriptionGroup"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSubscriptionGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                subscriptionGroupId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subscription_group: components["schemas"]["UpdateSubscriptionGroup"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscription_group: components["schemas"]["SubscriptionGroup"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSubscriptionGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                subscriptionGroupId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    webhook: components["schemas"]["CreateWebhook"];
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["CreatedWebhook"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    webhook: components["schemas"]["UpdateWebhook"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: the change is refused with 412 when the record has another one by now */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": "";
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor: rows after it */
                after?: string;
                /** @description Cursor: rows before it */
                before?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: the answer is 304 and empty when it still is the same */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: components["schemas"]["Links"];
                        meta: components["schemas"]["Meta"];
                        deliveries: components["schemas"]["WebhookDeliveryDelivery"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
                webhookId: number;
                deliveryId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["WebhookDeliveryDelivery"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["WebhookDeliveryDelivery"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
