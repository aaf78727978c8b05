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
    "/inbound_emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a monitoring e-mail
         * @description For inbound webhooks of mail providers: the mail as it came (`message/rfc822`), or the form or JSON of Amazon SES (by SNS), Brevo, CloudMailin, Mailgun, MailerSend, Mailjet, Mandrill, Postal, Postmark, SendGrid and SparkPost. It counts for services whose `inbound_email_address` it was delivered to, and is answered with 200 where there is one, understood or not: providers would send it again. A form that is not known is answered with 422.
         */
        post: operations["takeInboundEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description Needs the role owner, admin or billing, and of a limited key the permission `organization.read`.
         */
        get: operations["getOrganization"];
        /**
         * Change an organization
         * @description Changes only the fields you send.
         *
         *     Needs the role owner, and of a limited key the permission `organization.write`.
         */
        put: operations["updateOrganization"];
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
         *     Needs the role owner, and of a limited key the permission `organization.write`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key of an organization
         * @description The response contains its token, which is returned only once.
         *
         *     Needs the role owner, and of a limited key the permission `organization.write`.
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
         *     Needs the role owner, and of a limited key the permission `organization.write`.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/api_keys/{apiKeyId}/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew an API key
         * @description Creates a key with the same role and limits, whose token only this response contains. The one before works for another day. Without `expires_at` the new key lasts as long as the one before did. A key that was renewed already is refused: renew its successor.
         *
         *     Needs the role owner, and of a limited key the permission `organization.write`.
         */
        post: operations["renewApiKey"];
        delete?: never;
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
         * @description Who did what in the organization, newest first, without the pages on which the caller has another role of their own.
         *
         *     Needs the role owner, admin or billing, and of a limited key the permission `organization.read`.
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
         *     Needs the role owner, admin or billing, and of a limited key the permission `organization.read`.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Add a member to an organization
         * @description Invites the address, whether or not it has an account: the response has the link to pass on. `user` is null until the invitation is accepted.
         *
         *     Needs the role owner, and of a limited key the permission `organization.write`.
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
         * @description The last owner keeps that role.
         *
         *     Needs the role owner, and of a limited key the permission `organization.write`.
         */
        put: operations["updateMember"];
        post?: never;
        /**
         * Remove a member from an organization
         * @description Also removes them from its single pages. The last owner cannot be removed.
         *
         *     Needs the role owner, and of a limited key the permission `organization.write`.
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
         * @description Those that the key can read.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listStatusPages"];
        put?: never;
        /**
         * Create a status page
         * @description Without a `subdomain` it gets one made from its name.
         *
         *     Needs the role owner or admin, and of a limited key the permission `status_page.write`.
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
         * @description Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getStatusPage"];
        /**
         * Change a status page
         * @description Changes only the fields you send.
         *
         *     Needs the role owner or admin, and of a limited key the permission `status_page.write`.
         */
        put: operations["updateStatusPage"];
        post?: never;
        /**
         * Delete a status page
         * @description With everything on it. Only owners may.
         *
         *     Needs the role owner, and of a limited key the permission `status_page.delete`.
         */
        delete: operations["deleteStatusPage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/status_pages/{subdomain}/domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the check of the custom domain
         * @description Returns what the domain check saw when it last looked: each DNS record with what it should be and what it is, what answers at the name, CAA, DNSSEC, the certificate, and a message to forward to the person who manages the domain's DNS. 404 where the page has no custom domain.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getDomainReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/status_pages/{subdomain}/domain/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a certificate for the custom domain
         * @description For authorities of your own: what is uploaded is used in place of certificates that this server orders itself. The certificate has to cover the page's custom domain, the key has to belong to it, and every certificate of the chain has to be valid. It is not renewed: upload the next one before it expires.
         *
         *     Needs the role owner or admin, and of a limited key the permission `status_page.write`.
         */
        put: operations["uploadDomainCertificate"];
        post?: never;
        /**
         * Remove the uploaded certificate of the custom domain
         * @description Where this server orders certificates itself, it orders one for the domain. 404 where none was uploaded.
         *
         *     Needs the role owner or admin, and of a limited key the permission `status_page.write`.
         */
        delete: operations["deleteDomainCertificate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/status_pages/{subdomain}/domain/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the custom domain now
         * @description Looks at the page's custom domain at once and returns what there is to see; what sets it up goes on with that. It may take half a minute where name servers are slow. At most 20 a minute and page. 404 where the page has no custom domain.
         *
         *     Needs the role owner or admin, and of a limited key the permission `status_page.write`.
         */
        post: operations["checkDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/status_pages/{subdomain}/images/{image}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload an image of a status page
         * @description The body is the file: PNG, JPEG, WebP, GIF, AVIF, SVG or ICO, recognized by its content, up to 2 MiB and 24 megapixels. It is re-encoded without metadata: a favicon as PNG, 32 and 180 pixels wide, everything else as WebP.
         *
         *     Needs the role owner or admin, and of a limited key the permission `status_page.write`.
         */
        put: operations["uploadStatusPageImage"];
        post?: never;
        /**
         * Remove an image of a status page
         * @description Needs the role owner or admin, and of a limited key the permission `status_page.write`.
         */
        delete: operations["deleteStatusPageImage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/alert_address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the page's address for alerts of several services
         * @description Where an alert manager sends its alerts, and the last of them that belong to no service of the page.
         *
         *     Needs the role owner or admin, and of a limited key the permission `service.write`.
         */
        get: operations["getAlertAddress"];
        put?: never;
        /**
         * Replace the page's address for alerts of several services
         * @description After a leak: the old address stops working at once, for every tool.
         *
         *     Needs the role owner or admin, and of a limited key the permission `service.write`.
         */
        post: operations["replaceAlertAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/alerts/{token}/{webhookMonitoringService}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report alerts of several services
         * @description For an alert manager that watches several services, at the `url` of the page's `alert_address`, which needs no key. An alert counts for the service that its label `service_id` names, else for the one whose name it has; the service is monitored by webhook with the same tool. Alerts of no service are answered with 200 and kept.
         */
        post: operations["reportServiceAlerts"];
        delete?: never;
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
        /** Get the summary of a status page */
        get: operations["getSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what put addresses into quarantine
         * @description What servers said to at least two addresses alike, the most frequent first; at most 50. Without people who opted out.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listQuarantineCauses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/quarantine/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release all that one cause put into quarantine
         * @description They get the next update; nothing is sent now. People who opted out stay.
         *
         *     Needs the role owner or admin, and of a limited key the permission `subscription.write`.
         */
        post: operations["releaseQuarantine"];
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
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listServices"];
        put?: never;
        /**
         * Create a service
         * @description Needs the role owner or admin, and of a limited key the permission `service.write`.
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
         * @description Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getService"];
        /**
         * Change a service
         * @description Changes only the fields you send. A new `parent_id` moves the service with everything below it.
         *
         *     Needs the role owner or admin, and of a limited key the permission `service.write`.
         */
        put: operations["updateService"];
        post?: never;
        /**
         * Delete a service
         * @description Its children move up to its parent; those of a private service stay private.
         *
         *     Needs the role owner or admin, and of a limited key the permission `service.write`.
         */
        delete: operations["deleteService"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/services/{serviceId}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a service now
         * @description Requests the service's `ping_url` once, at once, and returns what came of it: each request with the head of its answer and the time of its parts. Nothing follows from it; scheduled checks go on. At most 20 a minute and page.
         *
         *     Needs the role owner or admin, and of a limited key the permission `service.write`.
         */
        post: operations["checkService"];
        delete?: never;
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
        /** Get the summary of a service */
        get: operations["getServiceSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/services/{serviceId}/uptime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a service's uptime, and what it is made of
         * @description Uptime is 1 − downtime ÷ time. Of what affects uptime a major incident counts fully, a minor one 0.3, maintenance fully; each second once, for the worst. A parent's day is the larger of its own and the mean of its children's. At most 366 days, in the page's time zone. Services whose uptime the page does not show are found by operators only. Days before `history_limit_days` count, and list no incidents without a key.
         */
        get: operations["getServiceUptime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/services/{serviceId}/uptime/corrections/{day}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Correct the uptime of a past day
         * @description What is said counts instead of what was found, until it is taken back. Visitors see that the day was corrected, and why.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `uptime.write`.
         */
        put: operations["correctDay"];
        post?: never;
        /**
         * Remove the correction of a day
         * @description Needs the role owner, admin or editor, and of a limited key the permission `uptime.write`.
         */
        delete: operations["undoDayCorrection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/services/{serviceId}/automate/{webhookMonitoringService}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report whether a service is up, in the query
         * @description The same for tools that call with GET and say everything in the query.
         */
        get: operations["reportServiceByQuery"];
        put?: never;
        /**
         * Report whether a service is up
         * @description For monitoring tools, at a service's `incoming_webhook_url`, which has its `inbound_email_id` in place of its id and needs no key. The body is a form or JSON, whatever its `Content-Type` says. What is not understood is answered with 422 and the reason, what is larger than 1 MiB with 413; neither changes anything.
         */
        post: operations["reportService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/services/{serviceId}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a service's addresses for reports
         * @description After a leak: `inbound_email_id` is new, and with it the addresses for webhooks, heartbeats and mails. The old ones stop working at once.
         *
         *     Needs the role owner or admin, and of a limited key the permission `service.write`.
         */
        post: operations["replaceServiceAddresses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/services/{serviceId}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the open alerts of a service
         * @description The open alerts that keep the service down, oldest first, at most 100.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listOpenAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/services/{serviceId}/alerts/{alertId}": {
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
         * Close an alert
         * @description For an alert whose end its tool does not report. The tool may open it again.
         *
         *     Needs the role owner or admin, and of a limited key the permission `service.write`.
         */
        delete: operations["closeOpenAlert"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/services/{serviceId}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Send a heartbeat with GET */
        get: operations["beatServiceByGet"];
        /**
         * Send a heartbeat with PUT
         * @description For what runs regularly: a service with a `heartbeat` is up until the next call is due, and down after silence. The address has the service's `inbound_email_id` in place of its id and needs no key. A `status` such as `failed`, or an `exit_status` other than 0, in the query, a form or JSON means down.
         */
        put: operations["beatServiceByPut"];
        /**
         * Send a heartbeat
         * @description For what runs regularly: a service with a `heartbeat` is up until the next call is due, and down after silence. The address has the service's `inbound_email_id` in place of its id and needs no key. A `status` such as `failed`, or an `exit_status` other than 0, in the query, a form or JSON means down.
         */
        post: operations["beatService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/services/{serviceId}/heartbeat/{signal}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Send a signal with GET */
        get: operations["beatServiceSignalByGet"];
        /**
         * Send a signal with PUT
         * @description As Healthchecks.io: `start` begins a run, which has to end within the grace period (a minute at least); `fail` and an exit status other than 0 mean down, 0 means up; `log` is kept and changes nothing.
         */
        put: operations["beatServiceSignalByPut"];
        /**
         * Send a start, a failure or an exit status
         * @description As Healthchecks.io: `start` begins a run, which has to end within the grace period (a minute at least); `fail` and an exit status other than 0 mean down, 0 means up; `log` is kept and changes nothing.
         */
        post: operations["beatServiceSignal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/services/{serviceId}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what monitoring tools reported
         * @description The last 20 calls and mails about a service, newest first: what was understood, and why not.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listServiceReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{organizationId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what an organization uses
         * @description Pages, members and subscribers now, and messages of the last twelve months.
         *
         *     Needs the role owner, admin or billing, and of a limited key the permission `organization.read`.
         */
        get: operations["getUsage"];
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
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listAccessGroups"];
        put?: never;
        /**
         * Create an access group
         * @description On a page for members only, viewers in access groups see the services of their groups, and what concerns those services or the whole page. Viewers in no group see everything.
         *
         *     Needs the role owner or admin, and of a limited key the permission `access_group.write`.
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
         * @description Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getAccessGroup"];
        /**
         * Change an access group
         * @description Changes only the fields you send.
         *
         *     Needs the role owner or admin, and of a limited key the permission `access_group.write`.
         */
        put: operations["updateAccessGroup"];
        post?: never;
        /**
         * Delete an access group
         * @description Viewers who are then in no group see the whole page.
         *
         *     Needs the role owner or admin, and of a limited key the permission `access_group.write`.
         */
        delete: operations["deleteAccessGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what needs attention on a status page
         * @description The most urgent first; at most 50 of a kind.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listFindings"];
        put?: never;
        post?: never;
        delete?: never;
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
         * @description Newest first by `starts_at`. Without a key: what concerns public services and did not end before `history_limit_days`.
         */
        get: operations["listIncidents"];
        put?: never;
        /**
         * Create an incident or a maintenance
         * @description Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
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
         * @description Changes only the fields you send. An update in `updates` that is known (same `id`, or same text) is edited, another is posted; none is deleted.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        put: operations["updateIncident"];
        post?: never;
        /**
         * Delete an incident or a maintenance
         * @description Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        delete: operations["deleteIncident"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incidents/{incidentId}/audience": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview who an update of an incident would notify
         * @description Confirmed subscriptions by channel: to everything, to this incident, to its type, or to a service that it affects or one above it; how long sending takes at the speed of the last events, and how many segments a text message has. Channels that the page switches off, and what affects only private services, count for nobody.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getIncidentAudience"];
        put?: never;
        post?: never;
        delete?: never;
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
         * @description `resolved` ends the incident, `escalate` and `deescalate` change its type, `started` begins a maintenance. Once an incident is over, `investigating`, `issue`, `identified`, `monitoring`, `escalate` and `deescalate` open it again; `update` does not.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
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
         * @description Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        put: operations["updateIncidentUpdate"];
        post?: never;
        /**
         * Delete an incident update
         * @description Undoes its effects: deleting a `resolved` update reopens the incident. For 24 hours it can be restored.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        delete: operations["deleteIncidentUpdate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incidents/{incidentId}/updates/{updateId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted incident update
         * @description Undoes the deletion of an update within 24 hours: it is restored as it was, with its id, and has its effects again.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        post: operations["restoreIncidentUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incidents/{incidentId}/updates/{updateId}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw an update that is still held
         * @description Undoes a post with `hold_seconds`: the update is deleted, and nobody is notified. For a day it can be restored.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        post: operations["withdrawIncidentUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incidents/{incidentId}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an incident that monitoring opened
         * @description Visitors no longer read that it was detected automatically; monitoring still resolves it. Nobody is notified. Of any other incident it changes nothing.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        post: operations["confirmIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incidents/{incidentId}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw an incident that is still held
         * @description Undoes creating it with `hold_seconds`: the incident is deleted, and nobody is notified.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        post: operations["withdrawIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/pictures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a picture for an update
         * @description The body is the file: PNG, JPEG, WebP, GIF, AVIF, SVG or ICO, recognized by its content, up to 2 MiB and 24 megapixels. It is re-encoded as WebP without metadata, on white, at most 1600 pixels wide and 2000 high. Write it as `![what it shows](address)` in texts of this page; other images are links. A page keeps up to 5000 pictures of together 1024 MiB. One that no text has used a month after its upload is deleted.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        post: operations["uploadPicture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/pictures/{file}": {
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
         * Delete a picture
         * @description At once and for everyone. `file` is what follows `/images/` in its address. Texts that show it have its words instead.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        delete: operations["deletePicture"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/outages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what monitoring found and nobody published
         * @description Outages that wait for your team to publish or dismiss them, as `publish_policy` of their service says, and those that were over within the last six hours before it was published. Newest first, at most 50. What is published is an incident with `detected: "automatic"`.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listOutages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/outages/{outageId}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss what monitoring found
         * @description Deletes the draft: nothing is published of this outage, however long it lasts. 409 when it is published, dismissed or over already.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        post: operations["dismissOutage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/outages/{outageId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish what monitoring found
         * @description Publishes at once what waits. The incident counts as confirmed, and monitoring resolves it when its services are up again. 409 when it is published, dismissed or over already.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        post: operations["publishOutage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incidents/{incidentId}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy an incident or a maintenance into a draft
         * @description What it says and affects, with its first update; without its times.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        post: operations["duplicateIncident"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incident_export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export incidents and maintenances
         * @description All that match, newest first, as one file: JSON as the list has them, or CSV with a line for each.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["exportIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incident_drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drafts of incidents and maintenances
         * @description Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listIncidentDrafts"];
        put?: never;
        /**
         * Keep a draft of an incident or a maintenance
         * @description No field is required. Visitors do not see drafts, and nobody is notified.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        post: operations["createIncidentDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incident_drafts/{incidentDraftId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a draft
         * @description Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getIncidentDraft"];
        /**
         * Change a draft
         * @description Changes only the fields you send; `updates` are replaced as a whole.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        put: operations["updateIncidentDraft"];
        post?: never;
        /**
         * Delete a draft
         * @description Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        delete: operations["deleteIncidentDraft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/incident_drafts/{incidentDraftId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a draft
         * @description Creates the incident or maintenance, as `POST …/incidents` would, and deletes the draft.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        post: operations["publishIncidentDraft"];
        delete?: never;
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
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listIncidentTemplates"];
        put?: never;
        /**
         * Create an incident template
         * @description Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
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
         * @description Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getIncidentTemplate"];
        /**
         * Change an incident template
         * @description Changes only the fields you send.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        put: operations["updateIncidentTemplate"];
        post?: never;
        /**
         * Delete an incident template
         * @description Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
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
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listIncidentTypes"];
        put?: never;
        /**
         * Create an incident type of the page
         * @description Incidents can have it as their `type` while `custom_incident_types_enabled` is on.
         *
         *     Needs the role owner or admin, and of a limited key the permission `incident_type.write`.
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
         * @description Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getIncidentType"];
        /**
         * Change an incident type of the page
         * @description Changes only the fields you send. A new `base_severity` is that of all its incidents, and counts for the uptime of the past; in use, it cannot change between `scheduled` and the others.
         *
         *     Needs the role owner or admin, and of a limited key the permission `incident_type.write`.
         */
        put: operations["updateIncidentType"];
        post?: never;
        /**
         * Delete an incident type of the page
         * @description Only one that no incident has.
         *
         *     Needs the role owner or admin, and of a limited key the permission `incident_type.write`.
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
         * @description Newest first by `featured_from`, including upcoming and past ones. Without a key: those that concern public services, have begun and did not end before `history_limit_days`; none while `info_notices_enabled` is false.
         */
        get: operations["listInfoNotices"];
        put?: never;
        /**
         * Create an information notice
         * @description With at least one update. It is featured from now on unless `featured_from` says otherwise; until then only keys and operators see it, and nobody is notified.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
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
         * @description Changes only the fields you send. An update in `updates` that is known (same `id`, or same text) is edited, another is posted; none is deleted.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
         */
        put: operations["updateInfoNotice"];
        post?: never;
        /**
         * Delete an information notice
         * @description Needs the role owner, admin or editor, and of a limited key the permission `incident.write`.
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
         * @description All integrations of the page, by `id`. Responses contain a hint at `key` and no other secrets.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listIntegrations"];
        put?: never;
        /**
         * Create an integration
         * @description The fields depend on `name`; those of other kinds are ignored.
         *
         *     Needs the role owner or admin, and of a limited key the permission `integration.write`.
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
         * @description Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getIntegration"];
        /**
         * Change an integration
         * @description Changes only the fields you send. `key` and `password` stay when they are left out, empty or sent back as they were shown; `name` cannot be changed.
         *
         *     Needs the role owner or admin, and of a limited key the permission `integration.write`.
         */
        put: operations["updateIntegration"];
        post?: never;
        /**
         * Delete an integration
         * @description Its secrets are deleted with it; metrics that came from it stay.
         *
         *     Needs the role owner or admin, and of a limited key the permission `integration.write`.
         */
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/integrations/{integrationId}/calendar_import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how the last import of a calendar went
         * @description With the events that were left out, and why.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getCalendarImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/join_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the link by which people join a page
         * @description 404 until one is created.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getJoinLink"];
        put?: never;
        /**
         * Create a link by which people join a page
         * @description It replaces the one before, which stops working at once, together with the mails that were sent because of it.
         *
         *     Needs the role owner or admin, and of a limited key the permission `status_page.write`.
         */
        post: operations["createJoinLink"];
        /**
         * Revoke the link by which people join a page
         * @description Who has joined stays a member.
         *
         *     Needs the role owner or admin, and of a limited key the permission `status_page.write`.
         */
        delete: operations["deleteJoinLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a single page
         * @description Those with a role on this page alone, oldest first, with those who are invited and have not accepted yet.
         *
         *     Needs the role owner, admin or billing, and of a limited key the permission `page_member.read`.
         */
        get: operations["listPageMembers"];
        put?: never;
        /**
         * Add a member to a single page
         * @description The role overrides that of the organization on this page, up or down. Invites the address, whether or not it has an account: the response has the link to pass on.
         *
         *     Needs the role owner, and of a limited key the permission `page_member.write`.
         */
        post: operations["createPageMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/members/{pageMemberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a member another role on a single page
         * @description Needs the role owner, and of a limited key the permission `page_member.write`.
         */
        put: operations["updatePageMember"];
        post?: never;
        /**
         * Remove a member from a single page
         * @description Their role in the organization, if they have one, applies again.
         *
         *     Needs the role owner, and of a limited key the permission `page_member.write`.
         */
        delete: operations["deletePageMember"];
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
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listMetrics"];
        put?: never;
        /**
         * Create a metric
         * @description Needs the role owner or admin, and of a limited key the permission `metric.write`.
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
         * @description Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getMetric"];
        /**
         * Change a metric
         * @description Changes only the fields you send.
         *
         *     Needs the role owner or admin, and of a limited key the permission `metric.write`.
         */
        put: operations["updateMetric"];
        post?: never;
        /**
         * Delete a metric
         * @description Its entries are deleted with it.
         *
         *     Needs the role owner or admin, and of a limited key the permission `metric.write`.
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
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listMetricEntries"];
        put?: never;
        /**
         * Record entries of a metric
         * @description One `entry`, or, as an extension, up to 1,000 `entries` at once. An entry without `time` is of now. An entry of the same time replaces the one before; of several with one time in a request the last counts. Older than 100 days, entries are added to their hours, older than 400 days to their days: what is sent twice then counts twice.
         *
         *     Needs the role owner or admin, and of a limited key the permission `metric.write`.
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
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Create a subscription
         * @description `email` needs `email`; `sms` needs `country_dial_code` and `phone_number`; a webhook or a chat needs `webhook_url`. An address subscribes once per page and type.
         *
         *     Needs the role owner or admin, and of a limited key the permission `subscription.write`.
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
         * @description Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getSubscription"];
        /**
         * Change a subscription
         * @description Changes only the fields you send. A new address has to be confirmed, by the subscriber or by `confirm`.
         *
         *     Needs the role owner or admin, and of a limited key the permission `subscription.write`.
         */
        put: operations["updateSubscription"];
        post?: never;
        /**
         * Delete a subscription
         * @description Needs the role owner or admin, and of a limited key the permission `subscription.write`.
         */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/subscriptions/{subscriptionId}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a subscribed webhook
         * @description Gives a subscription of type `webhook` a new `secret`, which only this answer has. For a day, `webhook-signature` has one signature by each of the two secrets, separated by a space, so that receivers can change over without losing a delivery.
         *
         *     Needs the role owner or admin, and of a limited key the permission `subscription.write`.
         */
        post: operations["rotateSubscriptionSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/subscriptions/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports of subscribers
         * @description The newest ten. Imports are kept for 30 days, their files until they are done.
         *
         *     Needs the role owner or admin, and of a limited key the permission `subscription.write`.
         */
        get: operations["listSubscriptionImports"];
        put?: never;
        /**
         * Check a file of subscribers
         * @description The body is the file: CSV with commas, semicolons, tabs or bars, in UTF-8, UTF-16 or Windows-1252, up to 1 MiB. A job proposes what each column holds and says what each row would become; nothing is changed until the import is started.
         *
         *     Needs the role owner or admin, and of a limited key the permission `subscription.write`.
         */
        post: operations["createSubscriptionImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/subscriptions/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import of subscribers
         * @description How far it is, what was found, and what the first rows become.
         *
         *     Needs the role owner or admin, and of a limited key the permission `subscription.write`.
         */
        get: operations["getSubscriptionImport"];
        /**
         * Map the columns of a checked import, or start it
         * @description What says how to read the file has it checked again; `state` starts the import of what was checked.
         *
         *     Needs the role owner or admin, and of a limited key the permission `subscription.write`.
         */
        put: operations["updateSubscriptionImport"];
        post?: never;
        /**
         * Delete an import and its file
         * @description Subscriptions that it made stay.
         *
         *     Needs the role owner or admin, and of a limited key the permission `subscription.write`.
         */
        delete: operations["deleteSubscriptionImport"];
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
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listSubscriptionGroups"];
        put?: never;
        /**
         * Create a subscription group
         * @description Needs the role owner or admin, and of a limited key the permission `subscription.write`.
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
         * @description Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getSubscriptionGroup"];
        /**
         * Rename a subscription group
         * @description Needs the role owner or admin, and of a limited key the permission `subscription.write`.
         */
        put: operations["updateSubscriptionGroup"];
        post?: never;
        /**
         * Delete a subscription group
         * @description Its subscriptions stay.
         *
         *     Needs the role owner or admin, and of a limited key the permission `subscription.write`.
         */
        delete: operations["deleteSubscriptionGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/webhook_deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of all webhooks
         * @description Deliveries of the last 30 days and those still to be made, newest first, each with its last attempt.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/webhook_deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery with its payload and attempts
         * @description Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
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
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description From now on the URL gets a POST with `{ "event": …, "data": { "object": … } }` for each of the events, what concerns private services included. Deliveries are signed as Standard Webhooks 1.0.0 says (`webhook-id`, `webhook-timestamp`, `webhook-signature`) with the `secret`, which only this answer has. Anything but a 2xx within 15 s is tried again, ten times over three days; then, and at once after a 410, the webhook is disabled.
         *
         *     Needs the role owner or admin, and of a limited key the permission `webhook.write`.
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
         * @description Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
         */
        get: operations["getWebhook"];
        /**
         * Change a webhook
         * @description Changes only the fields you send. `events` cannot be emptied; the secret stays.
         *
         *     Needs the role owner or admin, and of a limited key the permission `webhook.write`.
         */
        put: operations["updateWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Its deliveries are deleted with it, including those not yet made.
         *
         *     Needs the role owner or admin, and of a limited key the permission `webhook.write`.
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
         * @description Deliveries of the last 30 days and those still to be made, newest first, with every attempt and the start of each response.
         *
         *     Needs the role owner, admin or editor, and of a limited key the permission `page.read`.
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
         * @description Adds a delivery with the same body and `webhook-id`. It is attempted once, immediately, even if the webhook is disabled. Returns that delivery.
         *
         *     Needs the role owner or admin, and of a limited key the permission `webhook.write`.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status_pages/{subdomain}/webhooks/{webhookId}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description Gives the webhook a new `secret`, which only this answer has. For a day, `webhook-signature` has one signature by each of the two secrets, separated by a space, so that receivers can change over without losing a delivery.
         *
         *     Needs the role owner or admin, and of a limited key the permission `webhook.write`.
         */
        post: operations["rotateWebhookSecret"];
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
         * @description Sends the event `webhook.test`, signed like any other, once and immediately, even if the webhook is disabled. Returns its delivery.
         *
         *     Needs the role owner or admin, and of a limited key the permission `webhook.write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "incident.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An incident or a maintenance was created */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Names the event: the same in every attempt */
                    "webhook-id": string;
                    /** @description Unix seconds of the attempt */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the signature, in Base64; after a rotation several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        event: "incident.created";
                        data: {
                            object: {
                                /** @constant */
                                type: "incident";
                                id: number;
                                /**
                                 * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                                 * @example 2026-11-20T14:02:00
                                 */
                                starts_at: string;
                                ends_at: string | null;
                                service_ids: number[];
                                /** @description The title in every language it has */
                                l_title: {
                                    lang: string;
                                    text: string;
                                }[];
                                title: string;
                                url: string;
                                incident_type: string;
                                /** @description What became of a maintenance's plan: `called_off` by `resolved` before its start, `postponed` until new times are set; `starts_at` and `ends_at` are the planned ones then. null: the times hold */
                                plan: ("called_off" | "postponed") | null;
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
                                    /** @enum {string} */
                                    type: "investigating" | "issue" | "identified" | "monitoring" | "update" | "escalate" | "deescalate" | "resolved" | "retroactive" | "scheduled" | "started" | "essential" | "postponed";
                                    /** @description When the team promises to say more, on an update; a later update replaces it. An incident's is that of its newest update */
                                    next_update_at: string | null;
                                }[];
                            };
                        };
                    };
                };
            };
            responses: {
                /** @description Received */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "incident.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An incident or a maintenance has changed, or has a new update */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Names the event: the same in every attempt */
                    "webhook-id": string;
                    /** @description Unix seconds of the attempt */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the signature, in Base64; after a rotation several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        event: "incident.updated";
                        data: {
                            object: {
                                /** @constant */
                                type: "incident";
                                id: number;
                                /**
                                 * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                                 * @example 2026-11-20T14:02:00
                                 */
                                starts_at: string;
                                ends_at: string | null;
                                service_ids: number[];
                                /** @description The title in every language it has */
                                l_title: {
                                    lang: string;
                                    text: string;
                                }[];
                                title: string;
                                url: string;
                                incident_type: string;
                                /** @description What became of a maintenance's plan: `called_off` by `resolved` before its start, `postponed` until new times are set; `starts_at` and `ends_at` are the planned ones then. null: the times hold */
                                plan: ("called_off" | "postponed") | null;
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
                                    /** @enum {string} */
                                    type: "investigating" | "issue" | "identified" | "monitoring" | "update" | "escalate" | "deescalate" | "resolved" | "retroactive" | "scheduled" | "started" | "essential" | "postponed";
                                    /** @description When the team promises to say more, on an update; a later update replaces it. An incident's is that of its newest update */
                                    next_update_at: string | null;
                                }[];
                            };
                        };
                    };
                };
            };
            responses: {
                /** @description Received */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "incident.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An incident or a maintenance was deleted */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Names the event: the same in every attempt */
                    "webhook-id": string;
                    /** @description Unix seconds of the attempt */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the signature, in Base64; after a rotation several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        event: "incident.deleted";
                        data: {
                            object: {
                                /** @constant */
                                type: "incident";
                                id: number;
                                /**
                                 * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                                 * @example 2026-11-20T14:02:00
                                 */
                                starts_at: string;
                                ends_at: string | null;
                                service_ids: number[];
                                /** @description The title in every language it has */
                                l_title: {
                                    lang: string;
                                    text: string;
                                }[];
                                title: string;
                                url: string;
                                incident_type: string;
                                /** @description What became of a maintenance's plan: `called_off` by `resolved` before its start, `postponed` until new times are set; `starts_at` and `ends_at` are the planned ones then. null: the times hold */
                                plan: ("called_off" | "postponed") | null;
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
                                    /** @enum {string} */
                                    type: "investigating" | "issue" | "identified" | "monitoring" | "update" | "escalate" | "deescalate" | "resolved" | "retroactive" | "scheduled" | "started" | "essential" | "postponed";
                                    /** @description When the team promises to say more, on an update; a later update replaces it. An incident's is that of its newest update */
                                    next_update_at: string | null;
                                }[];
                            };
                        };
                    };
                };
            };
            responses: {
                /** @description Received */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "service.monitored_status.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Monitoring found a service up or down */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Names the event: the same in every attempt */
                    "webhook-id": string;
                    /** @description Unix seconds of the attempt */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the signature, in Base64; after a rotation several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        event: "service.monitored_status.updated";
                        data: {
                            object: {
                                /** @constant */
                                type: "service";
                                id: number;
                                name: string;
                                parent_id: number | null;
                                display_response_time_chart: boolean;
                                current_incident_type: string | null;
                            };
                            /** @enum {string} */
                            monitored_status: "up" | "down";
                        };
                    };
                };
            };
            responses: {
                /** @description Received */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "info_notice.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An information notice was created */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Names the event: the same in every attempt */
                    "webhook-id": string;
                    /** @description Unix seconds of the attempt */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the signature, in Base64; after a rotation several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        event: "info_notice.created";
                        data: {
                            object: {
                                /** @constant */
                                type: "info_notice";
                                id: number;
                                /**
                                 * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                                 * @example 2026-11-20T14:02:00
                                 */
                                featured_from: string;
                                featured_until: string | null;
                                service_ids: number[];
                                /** @description The title in every language it has */
                                l_title: {
                                    lang: string;
                                    text: string;
                                }[];
                                title: string;
                                url: string;
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
                            };
                        };
                    };
                };
            };
            responses: {
                /** @description Received */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "info_notice.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An information notice has changed, or has a new update */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Names the event: the same in every attempt */
                    "webhook-id": string;
                    /** @description Unix seconds of the attempt */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the signature, in Base64; after a rotation several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        event: "info_notice.updated";
                        data: {
                            object: {
                                /** @constant */
                                type: "info_notice";
                                id: number;
                                /**
                                 * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                                 * @example 2026-11-20T14:02:00
                                 */
                                featured_from: string;
                                featured_until: string | null;
                                service_ids: number[];
                                /** @description The title in every language it has */
                                l_title: {
                                    lang: string;
                                    text: string;
                                }[];
                                title: string;
                                url: string;
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
                            };
                        };
                    };
                };
            };
            responses: {
                /** @description Received */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "info_notice.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An information notice was deleted */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Names the event: the same in every attempt */
                    "webhook-id": string;
                    /** @description Unix seconds of the attempt */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the signature, in Base64; after a rotation several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        event: "info_notice.deleted";
                        data: {
                            object: {
                                /** @constant */
                                type: "info_notice";
                                id: number;
                                /**
                                 * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                                 * @example 2026-11-20T14:02:00
                                 */
                                featured_from: string;
                                featured_until: string | null;
                                service_ids: number[];
                                /** @description The title in every language it has */
                                l_title: {
                                    lang: string;
                                    text: string;
                                }[];
                                title: string;
                                url: string;
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
                            };
                        };
                    };
                };
            };
            responses: {
                /** @description Received */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "status_page.domain.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The custom domain of a page has a new status */
        post: {
            parameters: {
                query?: never;
                header: {
                    /** @description Names the event: the same in every attempt */
                    "webhook-id": string;
                    /** @description Unix seconds of the attempt */
                    "webhook-timestamp": string;
                    /** @description `v1,` and the signature, in Base64; after a rotation several, separated by spaces */
                    "webhook-signature": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @constant */
                        event: "status_page.domain.updated";
                        data: {
                            object: {
                                /** @constant */
                                type: "status_page";
                                name: string;
                                subdomain: string;
                                domain_config: {
                                    provider: ("cdn_a" | "cdn_b" | "cloudflare" | "bunny" | "legacy_custom_domain") | null;
                                    domain: string | null;
                                    /**
                                     * @description What the domain's CNAME record has to point to
                                     * @default null
                                     */
                                    main_hostname: string | null;
                                    previous_domain: string | null;
                                    /** @enum {string} */
                                    status: "disabled" | "configuring" | "failed_to_configure" | "active";
                                    validation_records: {
                                        hostname_cname_name: string;
                                        hostname_cname_value: string;
                                        hostname_txt_name: string;
                                        hostname_txt_value: string;
                                        certificate_txt_name: string;
                                        certificate_txt_value: string;
                                    } | null;
                                    external_id: string | null;
                                    /** @default null */
                                    pullzone_id: number | null;
                                    error: string | null;
                                };
                            };
                        };
                    };
                };
            };
            responses: {
                /** @description Received */
                "2XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Says that a field is not set, whatever its type: null, `""`, 0, false or `{}`. Clears fields that can be empty; others keep their value on a PUT and a POST uses its default. */
        Unset: null | string | number | false | Record<string, never>;
        IntegrationSettingsInput: {
            __type__?: string | components["schemas"]["Unset"];
            enabled?: boolean | components["schemas"]["Unset"];
            api_key_type?: string | components["schemas"]["Unset"];
            /** @description Of `calendar`: the address of an iCalendar file, instead of `key`. Stored encrypted; responses contain its host and last characters */
            url?: string | components["schemas"]["Unset"];
            /** @description Of `calendar`: the services that an event affects whose categories name none; empty: all at the top */
            service_ids?: number[] | components["schemas"]["Unset"];
            /** @description Of `calendar`: whether subscribers are notified of what is imported */
            notify?: boolean | components["schemas"]["Unset"];
        };
        /** @enum {string} */
        WebhookEventInput: "" | "incident.created" | "incident.updated" | "incident.deleted" | "service.monitored_status.updated" | "info_notice.created" | "info_notice.updated" | "info_notice.deleted" | "status_page.domain.updated";
        UpdateOrganization: {
            name?: string | components["schemas"]["Unset"];
            /** @description Whether members sign in with a second factor, a passkey or OpenID Connect; API keys are not asked */
            strong_sign_in_required?: boolean | components["schemas"]["Unset"];
        };
        UpdateMember: {
            role?: ("" | "owner" | "admin" | "editor" | "billing" | "viewer") | components["schemas"]["Unset"];
        };
        UpdateStatusPage: {
            name?: string | components["schemas"]["Unset"];
            /** @description A web address; one without a scheme is kept as it is and read as https */
            url?: string | components["schemas"]["Unset"];
            /** @description An IANA time zone */
            time_zone?: string | components["schemas"]["Unset"];
            subdomain?: string | components["schemas"]["Unset"];
            support_email?: string | components["schemas"]["Unset"];
            social_public_screen_name?: string | components["schemas"]["Unset"];
            /** @description Another name of `social_public_screen_name` */
            twitter_public_screen_name?: string | components["schemas"]["Unset"];
            about?: string | components["schemas"]["Unset"];
            display_about?: boolean | components["schemas"]["Unset"];
            domain?: string | components["schemas"]["Unset"];
            custom_domain_enabled?: boolean | components["schemas"]["Unset"];
            domain_config?: {
                provider?: ("" | "cdn_a" | "cdn_b" | "cloudflare" | "bunny" | "legacy_custom_domain") | components["schemas"]["Unset"];
                domain?: string | components["schemas"]["Unset"];
            } | components["schemas"]["Unset"];
            restricted_ips?: string | components["schemas"]["Unset"];
            member_restricted?: boolean | components["schemas"]["Unset"];
            /** @description Whether the page is not published yet: only its members see it, for others it is 404 */
            draft?: boolean | components["schemas"]["Unset"];
            scheduled_maintenance_days?: (0 | 7 | 14 | 21 | 28) | components["schemas"]["Unset"];
            custom_js?: string | components["schemas"]["Unset"];
            head_code?: string | components["schemas"]["Unset"];
            date_format?: string | components["schemas"]["Unset"];
            time_format?: string | components["schemas"]["Unset"];
            date_format_enforce_everywhere?: boolean | components["schemas"]["Unset"];
            display_calendar?: boolean | components["schemas"]["Unset"];
            hide_watermark?: boolean | components["schemas"]["Unset"];
            minor_notification_hours?: number | components["schemas"]["Unset"];
            major_notification_hours?: number | components["schemas"]["Unset"];
            maintenance_notification_hours?: number | components["schemas"]["Unset"];
            history_limit_days?: (0 | 30 | 90 | 365) | components["schemas"]["Unset"];
            custom_incident_types_enabled?: boolean | components["schemas"]["Unset"];
            info_notices_enabled?: boolean | components["schemas"]["Unset"];
            locked_when_maintenance?: boolean | components["schemas"]["Unset"];
            noindex?: boolean | components["schemas"]["Unset"];
            enable_auto_translations?: boolean | components["schemas"]["Unset"];
            captcha_enabled?: boolean | components["schemas"]["Unset"];
            enable_embedding?: boolean | components["schemas"]["Unset"];
            strict_csp?: boolean | components["schemas"]["Unset"];
            translations?: {
                [key: string]: {
                    public_company_name?: string | components["schemas"]["Unset"];
                    header_logo_text?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
            /** @description An extension: BCP 47, of what is written on the page */
            default_language?: string | components["schemas"]["Unset"];
            /** @description An extension: BCP 47; what visitors can choose from, none: all */
            languages?: string[] | components["schemas"]["Unset"];
            header_logo_text?: string | components["schemas"]["Unset"];
            public_company_name?: string | components["schemas"]["Unset"];
            display_uptime_graph?: boolean | components["schemas"]["Unset"];
            uptime_graph_days?: (0 | 30 | 60 | 90) | components["schemas"]["Unset"];
            current_incidents_position?: ("" | "below_services" | "above_services") | components["schemas"]["Unset"];
            theme_selected?: ("" | "default" | "big-logo") | components["schemas"]["Unset"];
            theme_configs?: {
                [key: string]: unknown;
            } | components["schemas"]["Unset"];
            link_color?: string | components["schemas"]["Unset"];
            header_bg_color1?: string | components["schemas"]["Unset"];
            header_bg_color2?: string | components["schemas"]["Unset"];
            header_fg_color?: string | components["schemas"]["Unset"];
            incident_header_color?: string | components["schemas"]["Unset"];
            status_ok_color?: string | components["schemas"]["Unset"];
            status_minor_color?: string | components["schemas"]["Unset"];
            status_major_color?: string | components["schemas"]["Unset"];
            status_maintenance_color?: string | components["schemas"]["Unset"];
            incident_link_color?: string | components["schemas"]["Unset"];
            custom_css?: string | components["schemas"]["Unset"];
            custom_header?: string | components["schemas"]["Unset"];
            custom_footer?: string | components["schemas"]["Unset"];
            notify_by_default?: boolean | components["schemas"]["Unset"];
            social_post_by_default?: boolean | components["schemas"]["Unset"];
            /** @description Another name of `social_post_by_default` */
            tweet_by_default?: boolean | components["schemas"]["Unset"];
            chat_a_subscriptions_enabled?: boolean | components["schemas"]["Unset"];
            /** @description Another name of `chat_a_subscriptions_enabled` */
            slack_subscriptions_enabled?: boolean | components["schemas"]["Unset"];
            chat_b_notifications_enabled?: boolean | components["schemas"]["Unset"];
            /** @description Another name of `chat_b_notifications_enabled` */
            discord_notifications_enabled?: boolean | components["schemas"]["Unset"];
            chat_c_notifications_enabled?: boolean | components["schemas"]["Unset"];
            /** @description Another name of `chat_c_notifications_enabled` */
            teams_notifications_enabled?: boolean | components["schemas"]["Unset"];
            chat_d_notifications_enabled?: boolean | components["schemas"]["Unset"];
            /** @description Another name of `chat_d_notifications_enabled` */
            google_chat_notifications_enabled?: boolean | components["schemas"]["Unset"];
            chat_e_notifications_enabled?: boolean | components["schemas"]["Unset"];
            /** @description Another name of `chat_e_notifications_enabled` */
            mattermost_notifications_enabled?: boolean | components["schemas"]["Unset"];
            chat_f_notifications_enabled?: boolean | components["schemas"]["Unset"];
            /** @description Another name of `chat_f_notifications_enabled` */
            zoom_notifications_enabled?: boolean | components["schemas"]["Unset"];
            sms_notifications_enabled?: boolean | components["schemas"]["Unset"];
            sms_dial_codes?: string | components["schemas"]["Unset"];
            sms_daily_limit?: number | components["schemas"]["Unset"];
            sms_monthly_segments?: number | components["schemas"]["Unset"];
            feed_enabled?: boolean | components["schemas"]["Unset"];
            calendar_enabled?: boolean | components["schemas"]["Unset"];
            external_calendar_enabled?: boolean | components["schemas"]["Unset"];
            /** @description Another name of `external_calendar_enabled` */
            google_calendar_enabled?: boolean | components["schemas"]["Unset"];
            subscribers_enabled?: boolean | components["schemas"]["Unset"];
            notification_email?: string | components["schemas"]["Unset"];
            reply_to_email?: string | components["schemas"]["Unset"];
            social_posting_enabled?: boolean | components["schemas"]["Unset"];
            /** @description Another name of `social_posting_enabled` */
            tweeting_enabled?: boolean | components["schemas"]["Unset"];
            email_layout_template?: string | components["schemas"]["Unset"];
            email_confirmation_template?: string | components["schemas"]["Unset"];
            email_notification_template?: string | components["schemas"]["Unset"];
            email_templates_enabled?: boolean | components["schemas"]["Unset"];
            allowed_email_domains?: string | components["schemas"]["Unset"];
        };
        PutCertificate: {
            /** @description PEM: the certificate of the custom domain, then each certificate that signed the one before */
            chain: string;
            /** @description PEM: the certificate's private key, unencrypted; RSA of 2048 to 4096 bits, or EC. It is stored encrypted and never returned */
            key: string;
        };
        UpdateService: {
            name?: string | components["schemas"]["Unset"];
            description?: string | components["schemas"]["Unset"];
            private_description?: string | components["schemas"]["Unset"];
            parent_id?: number | components["schemas"]["Unset"];
            monitoring?: ("" | "internal" | "3rd_party" | "webhook") | components["schemas"]["Unset"];
            webhook_monitoring_service?: ("" | "custom-jsonpath" | "status-cake" | "uptime-robot" | "alertmanager" | "azure-monitor" | "better-stack" | "checkly" | "cloudwatch" | "datadog" | "github-actions" | "google-cloud" | "grafana" | "healthchecks" | "new-relic" | "opsgenie" | "pagerduty" | "pingdom" | "site24x7" | "uptime-kuma" | "zabbix") | components["schemas"]["Unset"];
            webhook_custom_jsonpath_settings?: {
                jsonpath?: string | components["schemas"]["Unset"];
                expected_result?: string | components["schemas"]["Unset"];
                /** @description What the JSONPath finds when it is down. Without it, every value but the expected one means down */
                down_result?: string | components["schemas"]["Unset"];
                /**
                 * @description How results are compared: as JSON or text (default), as a part of the text in any case, or by a regular expression (RE2)
                 * @enum {string}
                 */
                comparison?: "equals" | "contains" | "matches";
                /** @description A JSONPath of the alert's identity, such as `$.alerts[*].fingerprint`: the service is up once every alert has ended. Without it, all calls are about one alert */
                identity?: string | components["schemas"]["Unset"];
            } | components["schemas"]["Unset"];
            /** @description What is checked: a web address, where one without a scheme is kept as it is and read as https; `tcp://host:port`, which is up when it accepts a connection; `dns://name`, which is up when it has records of a `type` (A unless given), one of them as `expect` says if that is given. The last two are extensions */
            ping_url?: string | components["schemas"]["Unset"];
            incident_type?: ("" | "minor" | "major") | components["schemas"]["Unset"];
            parent_incident_type?: ("" | "minor" | "major") | components["schemas"]["Unset"];
            pause_monitoring_during_maintenances?: boolean | components["schemas"]["Unset"];
            auto_incident?: boolean | components["schemas"]["Unset"];
            auto_notify?: boolean | components["schemas"]["Unset"];
            translations?: {
                [key: string]: {
                    name?: string | components["schemas"]["Unset"];
                    description?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
            private?: boolean | components["schemas"]["Unset"];
            display_uptime_graph?: boolean | components["schemas"]["Unset"];
            display_response_time_chart?: boolean | components["schemas"]["Unset"];
            order?: number | components["schemas"]["Unset"];
            /** @description Ids of users of the organization */
            notification_recipients?: number[] | components["schemas"]["Unset"];
            monitoring_options?: {
                /** @description GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, in either case */
                method?: string | components["schemas"]["Unset"];
                headers?: {
                    key: string;
                    value: string;
                }[] | components["schemas"]["Unset"];
                keyword_down?: string | components["schemas"]["Unset"];
                keyword_up?: string | components["schemas"]["Unset"];
            } | components["schemas"]["Unset"];
            /** @description Failures in a row, after the first, that it takes until the service is down; null: one */
            retries?: number | components["schemas"]["Unset"];
            /** @description Successes in a row until a service that was down is up; null: one, or two after more than five minutes */
            confirmations?: number | components["schemas"]["Unset"];
            /** @description HTTP statuses of a service that is up: `200`, or a range, `200-299`; none: all from 200 to 399 */
            expected_statuses?: string[] | components["schemas"]["Unset"];
            /** @description When an automatic incident is published: at once, after some minutes unless it is dismissed, or when your team publishes the draft */
            publish_policy?: {
                mode?: ("" | "at_once" | "delayed" | "draft") | components["schemas"]["Unset"];
                delay_minutes?: number | components["schemas"]["Unset"];
            } | components["schemas"]["Unset"];
            /** @description With `monitoring: webhook`: how often the service calls its heartbeat address, and by how much it may be late, in seconds. Silence means down */
            heartbeat?: {
                period_s?: number | components["schemas"]["Unset"];
                grace_s?: number | components["schemas"]["Unset"];
            } | components["schemas"]["Unset"];
            /** @description Whether an alert that is only a warning means down, too. Information never does */
            count_warnings?: boolean | components["schemas"]["Unset"];
        };
        CorrectDay: {
            /** @description How long the service really was down on that day, instead of what its incidents come to; null: that stays */
            downtime_seconds?: number | components["schemas"]["Unset"];
            /** @description Whether the checks of that day count for nothing, since they were wrong */
            ignore_checks?: boolean | components["schemas"]["Unset"];
            /** @description Visitors read it; needed once, then it stays unless another is given */
            reason?: string | components["schemas"]["Unset"];
        };
        UpdateAccessGroup: {
            name?: string | components["schemas"]["Unset"];
            /** @description The services that the group's viewers see, each with everything below it */
            service_ids?: number[] | components["schemas"]["Unset"];
            /** @description Ids of memberships that apply to the page: of its organization, or of the page itself */
            users_status_pages?: number[] | components["schemas"]["Unset"];
        };
        UpdateIncident: {
            title?: string | components["schemas"]["Unset"];
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            starts_at?: string | components["schemas"]["Unset"];
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            ends_at?: string | components["schemas"]["Unset"];
            type?: string | components["schemas"]["Unset"];
            service_ids?: number[] | components["schemas"]["Unset"];
            /** @description Which service suffered how much from when to when. Sent: an exact record, from which `type`, `service_ids`, `starts_at` and `ends_at` follow */
            impacts?: {
                service_id: number;
                type: string;
                /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
                starts_at: string;
                /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
                ends_at?: string | components["schemas"]["Unset"];
            }[] | components["schemas"]["Unset"];
            updates?: {
                /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. Not in the future. */
                posted_at?: string | components["schemas"]["Unset"];
                description?: string | components["schemas"]["Unset"];
                translations?: {
                    [key: string]: {
                        description?: string | components["schemas"]["Unset"];
                    };
                } | components["schemas"]["Unset"];
                notify?: boolean | components["schemas"]["Unset"];
                social_post?: boolean | components["schemas"]["Unset"];
                /** @description Another name of `social_post` */
                tweet?: boolean | components["schemas"]["Unset"];
                type?: ("" | "investigating" | "issue" | "identified" | "monitoring" | "update" | "escalate" | "deescalate" | "resolved" | "retroactive" | "scheduled" | "started" | "essential" | "postponed") | components["schemas"]["Unset"];
                /** @description The services that the incident affects from `posted_at` on; null: the update changes none of them */
                service_ids?: number[] | components["schemas"]["Unset"];
                /** @description When the team promises to say more, on an update; a later update replaces it. An incident's is that of its newest update */
                next_update_at?: string | components["schemas"]["Unset"];
                /** @description The page changes at once, but notifications are sent only after this many seconds; if it is deleted before then, none are sent */
                hold_seconds?: number | components["schemas"]["Unset"];
                id?: number | components["schemas"]["Unset"];
            }[] | components["schemas"]["Unset"];
            translations?: {
                [key: string]: {
                    title?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
            notify?: boolean | components["schemas"]["Unset"];
            maintenance_notify?: boolean | components["schemas"]["Unset"];
            maintenance_notify_settings?: {
                before_notice_minutes?: number | components["schemas"]["Unset"];
                second_before_notice_minutes?: number | components["schemas"]["Unset"];
                on_start?: boolean | components["schemas"]["Unset"];
                on_end?: boolean | components["schemas"]["Unset"];
            } | components["schemas"]["Unset"];
            affects_uptime?: boolean | components["schemas"]["Unset"];
            /** @description Notifies only members of these groups who subscribed to such updates; none: everyone who subscribed to them */
            subscription_group_ids?: number[] | components["schemas"]["Unset"];
            /** @description What happened and what was learned, in Markdown. Visitors get it once the incident is over, null until then */
            postmortem?: string | components["schemas"]["Unset"];
            /** @description The recurrence rule (RFC 5545) of the series that a maintenance belongs to, null: none. Setting it begins or changes the series from this maintenance on, null ends it after this one; the next maintenances are created ahead as incidents of their own */
            recurrence?: string | components["schemas"]["Unset"];
            /** @description The page changes at once, but notifications are sent only after this many seconds; if it is deleted before then, none are sent */
            hold_seconds?: number | components["schemas"]["Unset"];
            /** @description Whether `impacts` follow from the updates; false: they were set exactly, and only updates posted since then change them. Sent as true without other `impacts`, they follow again; false changes nothing */
            impacts_follow_updates?: boolean | components["schemas"]["Unset"];
            /** @description Whether the maintenances of the series that come after this one change like it. Each keeps its id and what it has of its own: moved ones their times, deleted ones stay deleted */
            apply_to_following?: boolean | components["schemas"]["Unset"];
        };
        UpdateIncidentUpdate: {
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. Not in the future. */
            posted_at?: string | components["schemas"]["Unset"];
            description?: string | components["schemas"]["Unset"];
            translations?: {
                [key: string]: {
                    description?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
            notify?: boolean | components["schemas"]["Unset"];
            social_post?: boolean | components["schemas"]["Unset"];
            /** @description Another name of `social_post` */
            tweet?: boolean | components["schemas"]["Unset"];
            type?: ("" | "investigating" | "issue" | "identified" | "monitoring" | "update" | "escalate" | "deescalate" | "resolved" | "retroactive" | "scheduled" | "started" | "essential" | "postponed") | components["schemas"]["Unset"];
            /** @description The services that the incident affects from `posted_at` on; null: the update changes none of them */
            service_ids?: number[] | components["schemas"]["Unset"];
            /** @description When the team promises to say more, on an update; a later update replaces it. An incident's is that of its newest update */
            next_update_at?: string | components["schemas"]["Unset"];
        };
        IncidentDraftFields: {
            title?: string | components["schemas"]["Unset"];
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            starts_at?: string | components["schemas"]["Unset"];
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            ends_at?: string | components["schemas"]["Unset"];
            type?: string | components["schemas"]["Unset"];
            service_ids?: number[] | components["schemas"]["Unset"];
            /** @description Which service suffered how much from when to when. Sent: an exact record, from which `type`, `service_ids`, `starts_at` and `ends_at` follow */
            impacts?: {
                service_id: number;
                type: string;
                /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
                starts_at: string;
                /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
                ends_at?: string | components["schemas"]["Unset"];
            }[] | components["schemas"]["Unset"];
            updates?: {
                /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. Not in the future. */
                posted_at?: string | components["schemas"]["Unset"];
                description?: string | components["schemas"]["Unset"];
                translations?: {
                    [key: string]: {
                        description?: string | components["schemas"]["Unset"];
                    };
                } | components["schemas"]["Unset"];
                notify?: boolean | components["schemas"]["Unset"];
                social_post?: boolean | components["schemas"]["Unset"];
                /** @description Another name of `social_post` */
                tweet?: boolean | components["schemas"]["Unset"];
                type?: ("" | "investigating" | "issue" | "identified" | "monitoring" | "update" | "escalate" | "deescalate" | "resolved" | "retroactive" | "scheduled" | "started" | "essential" | "postponed") | components["schemas"]["Unset"];
                /** @description The services that the incident affects from `posted_at` on; null: the update changes none of them */
                service_ids?: number[] | components["schemas"]["Unset"];
                /** @description When the team promises to say more, on an update; a later update replaces it. An incident's is that of its newest update */
                next_update_at?: string | components["schemas"]["Unset"];
                /** @description The page changes at once, but notifications are sent only after this many seconds; if it is deleted before then, none are sent */
                hold_seconds?: number | components["schemas"]["Unset"];
            }[] | components["schemas"]["Unset"];
            translations?: {
                [key: string]: {
                    title?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
            notify?: boolean | components["schemas"]["Unset"];
            maintenance_notify?: boolean | components["schemas"]["Unset"];
            maintenance_notify_settings?: {
                before_notice_minutes?: number | components["schemas"]["Unset"];
                second_before_notice_minutes?: number | components["schemas"]["Unset"];
                on_start?: boolean | components["schemas"]["Unset"];
                on_end?: boolean | components["schemas"]["Unset"];
            } | components["schemas"]["Unset"];
            affects_uptime?: boolean | components["schemas"]["Unset"];
            /** @description Notifies only members of these groups who subscribed to such updates; none: everyone who subscribed to them */
            subscription_group_ids?: number[] | components["schemas"]["Unset"];
            /** @description What happened and what was learned, in Markdown. Visitors get it once the incident is over, null until then */
            postmortem?: string | components["schemas"]["Unset"];
            /** @description The recurrence rule (RFC 5545) of the series that a maintenance belongs to, null: none. Setting it begins or changes the series from this maintenance on, null ends it after this one; the next maintenances are created ahead as incidents of their own */
            recurrence?: string | components["schemas"]["Unset"];
            /** @description The page changes at once, but notifications are sent only after this many seconds; if it is deleted before then, none are sent */
            hold_seconds?: number | components["schemas"]["Unset"];
        };
        UpdateIncidentTemplate: {
            name?: string | components["schemas"]["Unset"];
            title?: string | components["schemas"]["Unset"];
            description?: string | components["schemas"]["Unset"];
            service_ids?: number[] | components["schemas"]["Unset"];
            /** @description Types of incidents for which the template is offered: built-in ones and the page's own */
            incident_types?: string[] | components["schemas"]["Unset"];
            translations?: {
                [key: string]: {
                    title?: string | components["schemas"]["Unset"];
                    description?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
        };
        UpdateIncidentType: {
            /** @description What incidents have as their `type`; lower-case letters, digits, `-` and `_`. It cannot be changed later. */
            key?: string | components["schemas"]["Unset"];
            name?: string | components["schemas"]["Unset"];
            /** @description Six hexadecimal digits; null: the color of its base severity */
            color?: string | components["schemas"]["Unset"];
            /** @description What an incident of this type means for services */
            base_severity?: ("" | "major" | "minor" | "scheduled") | components["schemas"]["Unset"];
            order?: number | components["schemas"]["Unset"];
            translations?: {
                [key: string]: {
                    name?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
        };
        UpdateInfoNotice: {
            title?: string | components["schemas"]["Unset"];
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            featured_from?: string | components["schemas"]["Unset"];
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            featured_until?: string | components["schemas"]["Unset"];
            /** @description None: it concerns the page as a whole */
            service_ids?: number[] | components["schemas"]["Unset"];
            /** @description Notifies only members of these groups who subscribed to such updates; none: everyone who subscribed to them */
            subscription_group_ids?: number[] | components["schemas"]["Unset"];
            updates?: {
                /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. Not in the future. */
                posted_at?: string | components["schemas"]["Unset"];
                description?: string | components["schemas"]["Unset"];
                translations?: {
                    [key: string]: {
                        description?: string | components["schemas"]["Unset"];
                    };
                } | components["schemas"]["Unset"];
                notify?: boolean | components["schemas"]["Unset"];
                social_post?: boolean | components["schemas"]["Unset"];
                /** @description Another name of `social_post` */
                tweet?: boolean | components["schemas"]["Unset"];
                id?: number | components["schemas"]["Unset"];
            }[] | components["schemas"]["Unset"];
            translations?: {
                [key: string]: {
                    title?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
        };
        UpdateIntegration: {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            name?: string | components["schemas"]["Unset"];
        };
        UpdatePageMember: {
            role?: ("" | "owner" | "admin" | "editor" | "billing" | "viewer") | components["schemas"]["Unset"];
        };
        UpdateMetric: {
            title?: string | components["schemas"]["Unset"];
            unit?: string | components["schemas"]["Unset"];
            type?: ("" | "up" | "rt") | components["schemas"]["Unset"];
            enabled?: boolean | components["schemas"]["Unset"];
            visible?: boolean | components["schemas"]["Unset"];
            remote_id?: string | components["schemas"]["Unset"];
            remote_name?: string | components["schemas"]["Unset"];
            threshold?: number | components["schemas"]["Unset"];
            featured_number?: ("" | "avg" | "max" | "last") | components["schemas"]["Unset"];
            /** @description Where the entries come from; a number in a text is accepted */
            integration_id?: (number | string) | components["schemas"]["Unset"];
            /** @description The service whose checks feed the metric, instead of an integration */
            service_id?: number | components["schemas"]["Unset"];
        };
        UpdateSubscription: {
            /** @description A kind that a setting of the page switches off is refused: email and webhook need `subscribers_enabled`, sms `sms_notifications_enabled`, a chat its own switch. A subscription that has it already keeps it */
            type?: ("" | "email" | "sms" | "webhook" | "slack" | "discord" | "teams" | "google_chat" | "mattermost" | "zoom") | components["schemas"]["Unset"];
            /** @description What the subscriber is notified about: everything, or what the field of this name lists. A new subscription without it has that of `service_ids`, `incident_id` or `incident_types`, whichever is given first in this order, else `all` */
            filter?: ("" | "all" | "services" | "incident" | "incident_types") | components["schemas"]["Unset"];
            service_ids?: number[] | components["schemas"]["Unset"];
            incident_types?: string[] | components["schemas"]["Unset"];
            incident_id?: number | components["schemas"]["Unset"];
            email?: string | components["schemas"]["Unset"];
            /** @description true: confirmed without asking the subscriber. false takes no confirmation back. */
            confirm?: boolean | components["schemas"]["Unset"];
            country_dial_code?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of a webhook or a chat */
            webhook_url?: string | components["schemas"]["Unset"];
            /** @description Never returned. For `zoom`, the verification token shown next to the address. For `slack`, optionally, a bot's channel and token, `C0123ABC xoxb-…`: it then posts in place of the address, and can make threads */
            token?: string | components["schemas"]["Unset"];
            locale?: string | components["schemas"]["Unset"];
            /** @description Kept and given back unchanged; at most 16384 characters as JSON */
            metadata?: {
                [key: string]: unknown;
            } | components["schemas"]["Unset"];
            subscription_group_ids?: number[] | components["schemas"]["Unset"];
            /** @description `every_update`: a message for each update. `living_message`: what belongs to one incident stands together: `discord` edits its message, `google_chat` and bots of `slack` use a thread, mails become one conversation. Other types send each update. Default: `living_message` for `email`, else `every_update`. Mails keep the first subject, without which Gmail shows them apart, where `living_message` was asked for; by default they only refer to each other */
            style?: ("" | "every_update" | "living_message") | components["schemas"]["Unset"];
            /** @description The format of a `webhook`'s bodies; other types have no choice. `standard`: the body of the webhooks' events. `statuspage`: that of Atlassian Statuspage, `meta`, `page` and `incident`, and for each service whose state the update changes one of `component_update` and `component`. Information notices are left out: Statuspage has none */
            format?: ("" | "standard" | "statuspage") | components["schemas"]["Unset"];
        };
        UpdateSubscriptionImport: {
            header?: ("" | "first_row" | "none") | components["schemas"]["Unset"];
            /** @description What each column holds, in order; null: it is not read */
            fields?: (("type" | "email" | "country_dial_code" | "phone_number" | "webhook_url" | "filter" | "services" | "incident_types" | "incident_id" | "groups" | "locale" | "style" | "format" | "metadata" | "consent_at" | "consent_source" | "confirmed_at" | "status" | "quarantined_at") | null)[] | components["schemas"]["Unset"];
            /** @description Where people agreed, for rows that say only when */
            consent_source?: string | components["schemas"]["Unset"];
            /** @description `importing` starts the import of a checked file. Not together with the others, which have the file checked again */
            state?: ("" | "uploading" | "checking" | "checked" | "importing" | "done") | components["schemas"]["Unset"];
        };
        UpdateSubscriptionGroup: {
            name?: string | components["schemas"]["Unset"];
        };
        UpdateWebhook: {
            url?: string | components["schemas"]["Unset"];
            events?: components["schemas"]["WebhookEventInput"][] | components["schemas"]["Unset"];
            /** @description false: nothing is sent */
            enabled?: boolean | components["schemas"]["Unset"];
            /** @description Whether each event waits until the one before it was delivered, or given up: a receiver that is down then holds up all that follow */
            ordered?: boolean | components["schemas"]["Unset"];
        };
        CreateApiKey: {
            name: string;
            /** @description When the key stops working; null: never */
            expires_at?: string | components["schemas"]["Unset"];
            /** @description Default: admin */
            role?: ("" | "owner" | "admin" | "editor" | "billing" | "viewer") | components["schemas"]["Unset"];
            /** @description The only status page that the key is for; null: all of them */
            subdomain?: string | components["schemas"]["Unset"];
            /** @description What of its role the key may use: an operation's description names its permission. Null: all of it */
            permissions?: ("organization.write" | "organization.read" | "status_page.delete" | "status_page.write" | "service.write" | "access_group.write" | "page_member.read" | "page_member.write" | "incident_type.write" | "subscription.write" | "metric.write" | "integration.write" | "webhook.write" | "incident.write" | "uptime.write" | "page.read" | "page.visit_restricted")[] | components["schemas"]["Unset"];
        };
        RenewApiKey: {
            /** @description When the key stops working; null: never */
            expires_at?: string | components["schemas"]["Unset"];
        };
        CreateMember: {
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "billing" | "viewer";
        };
        CreateStatusPage: {
            name: string;
            /** @description A web address; one without a scheme is kept as it is and read as https */
            url: string;
            /** @description An IANA time zone */
            time_zone: string;
            subdomain?: string | components["schemas"]["Unset"];
            /** @default  */
            support_email: string | components["schemas"]["Unset"];
            /** @default null */
            social_public_screen_name: string | components["schemas"]["Unset"];
            /**
             * @description Another name of `social_public_screen_name`
             * @default null
             */
            twitter_public_screen_name: string | components["schemas"]["Unset"];
            /** @default null */
            about: string | components["schemas"]["Unset"];
            /** @default false */
            display_about: boolean | components["schemas"]["Unset"];
            /** @default null */
            domain: string | components["schemas"]["Unset"];
            /** @default false */
            custom_domain_enabled: boolean | components["schemas"]["Unset"];
            domain_config?: {
                provider?: ("" | "cdn_a" | "cdn_b" | "cloudflare" | "bunny" | "legacy_custom_domain") | components["schemas"]["Unset"];
                domain?: string | components["schemas"]["Unset"];
            } | components["schemas"]["Unset"];
            restricted_ips?: string | components["schemas"]["Unset"];
            member_restricted?: boolean | components["schemas"]["Unset"];
            /** @description Whether the page is not published yet: only its members see it, for others it is 404 */
            draft?: boolean | components["schemas"]["Unset"];
            /** @default 7 */
            scheduled_maintenance_days: (0 | 7 | 14 | 21 | 28) | components["schemas"]["Unset"];
            /** @default null */
            custom_js: string | components["schemas"]["Unset"];
            /** @default null */
            head_code: string | components["schemas"]["Unset"];
            /** @default null */
            date_format: string | components["schemas"]["Unset"];
            /** @default null */
            time_format: string | components["schemas"]["Unset"];
            /** @default false */
            date_format_enforce_everywhere: boolean | components["schemas"]["Unset"];
            /** @default true */
            display_calendar: boolean | components["schemas"]["Unset"];
            /** @default false */
            hide_watermark: boolean | components["schemas"]["Unset"];
            /** @default 6 */
            minor_notification_hours: number | components["schemas"]["Unset"];
            /** @default 3 */
            major_notification_hours: number | components["schemas"]["Unset"];
            /** @default 6 */
            maintenance_notification_hours: number | components["schemas"]["Unset"];
            /** @default 90 */
            history_limit_days: (0 | 30 | 90 | 365) | components["schemas"]["Unset"];
            /** @default false */
            custom_incident_types_enabled: boolean | components["schemas"]["Unset"];
            /** @default true */
            info_notices_enabled: boolean | components["schemas"]["Unset"];
            /** @default false */
            locked_when_maintenance: boolean | components["schemas"]["Unset"];
            /** @default false */
            noindex: boolean | components["schemas"]["Unset"];
            /** @default false */
            enable_auto_translations: boolean | components["schemas"]["Unset"];
            /** @default true */
            captcha_enabled: boolean | components["schemas"]["Unset"];
            /** @default false */
            enable_embedding: boolean | components["schemas"]["Unset"];
            /** @default false */
            strict_csp: boolean | components["schemas"]["Unset"];
            /** @default {} */
            translations: {
                [key: string]: {
                    public_company_name?: string | components["schemas"]["Unset"];
                    header_logo_text?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
            /**
             * @description An extension: BCP 47, of what is written on the page
             * @default en
             */
            default_language: string | components["schemas"]["Unset"];
            /**
             * @description An extension: BCP 47; what visitors can choose from, none: all
             * @default []
             */
            languages: string[] | components["schemas"]["Unset"];
            /** @default  */
            header_logo_text: string | components["schemas"]["Unset"];
            /** @default null */
            public_company_name: string | components["schemas"]["Unset"];
            /** @default true */
            display_uptime_graph: boolean | components["schemas"]["Unset"];
            /** @default 90 */
            uptime_graph_days: (0 | 30 | 60 | 90) | components["schemas"]["Unset"];
            /** @default above_services */
            current_incidents_position: ("" | "below_services" | "above_services") | components["schemas"]["Unset"];
            /** @default default */
            theme_selected: ("" | "default" | "big-logo") | components["schemas"]["Unset"];
            /** @default null */
            theme_configs: {
                [key: string]: unknown;
            } | components["schemas"]["Unset"];
            /** @default 0c91c3 */
            link_color: string | components["schemas"]["Unset"];
            /** @default 009688 */
            header_bg_color1: string | components["schemas"]["Unset"];
            /** @default 0c91c3 */
            header_bg_color2: string | components["schemas"]["Unset"];
            /** @default ffffff */
            header_fg_color: string | components["schemas"]["Unset"];
            /** @default 009688 */
            incident_header_color: string | components["schemas"]["Unset"];
            /** @default 48CBA5 */
            status_ok_color: string | components["schemas"]["Unset"];
            /** @default FFA500 */
            status_minor_color: string | components["schemas"]["Unset"];
            /** @default e75a53 */
            status_major_color: string | components["schemas"]["Unset"];
            /** @default 5378c1 */
            status_maintenance_color: string | components["schemas"]["Unset"];
            /** @default null */
            incident_link_color: string | components["schemas"]["Unset"];
            /** @default null */
            custom_css: string | components["schemas"]["Unset"];
            /** @default null */
            custom_header: string | components["schemas"]["Unset"];
            /** @default null */
            custom_footer: string | components["schemas"]["Unset"];
            /** @default false */
            notify_by_default: boolean | components["schemas"]["Unset"];
            /** @default false */
            social_post_by_default: boolean | components["schemas"]["Unset"];
            /**
             * @description Another name of `social_post_by_default`
             * @default false
             */
            tweet_by_default: boolean | components["schemas"]["Unset"];
            /** @default true */
            chat_a_subscriptions_enabled: boolean | components["schemas"]["Unset"];
            /**
             * @description Another name of `chat_a_subscriptions_enabled`
             * @default true
             */
            slack_subscriptions_enabled: boolean | components["schemas"]["Unset"];
            /** @default true */
            chat_b_notifications_enabled: boolean | components["schemas"]["Unset"];
            /**
             * @description Another name of `chat_b_notifications_enabled`
             * @default true
             */
            discord_notifications_enabled: boolean | components["schemas"]["Unset"];
            /** @default true */
            chat_c_notifications_enabled: boolean | components["schemas"]["Unset"];
            /**
             * @description Another name of `chat_c_notifications_enabled`
             * @default true
             */
            teams_notifications_enabled: boolean | components["schemas"]["Unset"];
            /** @default true */
            chat_d_notifications_enabled: boolean | components["schemas"]["Unset"];
            /**
             * @description Another name of `chat_d_notifications_enabled`
             * @default true
             */
            google_chat_notifications_enabled: boolean | components["schemas"]["Unset"];
            /** @default true */
            chat_e_notifications_enabled: boolean | components["schemas"]["Unset"];
            /**
             * @description Another name of `chat_e_notifications_enabled`
             * @default true
             */
            mattermost_notifications_enabled: boolean | components["schemas"]["Unset"];
            /** @default true */
            chat_f_notifications_enabled: boolean | components["schemas"]["Unset"];
            /**
             * @description Another name of `chat_f_notifications_enabled`
             * @default true
             */
            zoom_notifications_enabled: boolean | components["schemas"]["Unset"];
            /** @default false */
            sms_notifications_enabled: boolean | components["schemas"]["Unset"];
            /** @default  */
            sms_dial_codes: string | components["schemas"]["Unset"];
            /** @default 20 */
            sms_daily_limit: number | components["schemas"]["Unset"];
            /** @default 0 */
            sms_monthly_segments: number | components["schemas"]["Unset"];
            /** @default true */
            feed_enabled: boolean | components["schemas"]["Unset"];
            /** @default true */
            calendar_enabled: boolean | components["schemas"]["Unset"];
            /** @default false */
            external_calendar_enabled: boolean | components["schemas"]["Unset"];
            /**
             * @description Another name of `external_calendar_enabled`
             * @default false
             */
            google_calendar_enabled: boolean | components["schemas"]["Unset"];
            /** @default true */
            subscribers_enabled: boolean | components["schemas"]["Unset"];
            /** @default null */
            notification_email: string | components["schemas"]["Unset"];
            /** @default null */
            reply_to_email: string | components["schemas"]["Unset"];
            /** @default true */
            social_posting_enabled: boolean | components["schemas"]["Unset"];
            /**
             * @description Another name of `social_posting_enabled`
             * @default true
             */
            tweeting_enabled: boolean | components["schemas"]["Unset"];
            /** @default null */
            email_layout_template: string | components["schemas"]["Unset"];
            /** @default null */
            email_confirmation_template: string | components["schemas"]["Unset"];
            /** @default null */
            email_notification_template: string | components["schemas"]["Unset"];
            /** @default false */
            email_templates_enabled: boolean | components["schemas"]["Unset"];
            /** @default  */
            allowed_email_domains: string | components["schemas"]["Unset"];
        };
        ReleaseQuarantine: {
            /** @description A `cause` of the list, or the `example` of one */
            cause: string;
        };
        CreateService: {
            name: string;
            description?: string | components["schemas"]["Unset"];
            private_description?: string | components["schemas"]["Unset"];
            parent_id?: number | components["schemas"]["Unset"];
            monitoring?: ("" | "internal" | "3rd_party" | "webhook") | components["schemas"]["Unset"];
            webhook_monitoring_service?: ("" | "custom-jsonpath" | "status-cake" | "uptime-robot" | "alertmanager" | "azure-monitor" | "better-stack" | "checkly" | "cloudwatch" | "datadog" | "github-actions" | "google-cloud" | "grafana" | "healthchecks" | "new-relic" | "opsgenie" | "pagerduty" | "pingdom" | "site24x7" | "uptime-kuma" | "zabbix") | components["schemas"]["Unset"];
            webhook_custom_jsonpath_settings?: {
                jsonpath?: string | components["schemas"]["Unset"];
                expected_result?: string | components["schemas"]["Unset"];
                /** @description What the JSONPath finds when it is down. Without it, every value but the expected one means down */
                down_result?: string | components["schemas"]["Unset"];
                /**
                 * @description How results are compared: as JSON or text (default), as a part of the text in any case, or by a regular expression (RE2)
                 * @enum {string}
                 */
                comparison?: "equals" | "contains" | "matches";
                /** @description A JSONPath of the alert's identity, such as `$.alerts[*].fingerprint`: the service is up once every alert has ended. Without it, all calls are about one alert */
                identity?: string | components["schemas"]["Unset"];
            } | components["schemas"]["Unset"];
            /** @description What is checked: a web address, where one without a scheme is kept as it is and read as https; `tcp://host:port`, which is up when it accepts a connection; `dns://name`, which is up when it has records of a `type` (A unless given), one of them as `expect` says if that is given. The last two are extensions */
            ping_url?: string | components["schemas"]["Unset"];
            incident_type?: ("" | "minor" | "major") | components["schemas"]["Unset"];
            parent_incident_type?: ("" | "minor" | "major") | components["schemas"]["Unset"];
            pause_monitoring_during_maintenances?: boolean | components["schemas"]["Unset"];
            auto_incident?: boolean | components["schemas"]["Unset"];
            auto_notify?: boolean | components["schemas"]["Unset"];
            translations?: {
                [key: string]: {
                    name?: string | components["schemas"]["Unset"];
                    description?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
            private?: boolean | components["schemas"]["Unset"];
            display_uptime_graph?: boolean | components["schemas"]["Unset"];
            display_response_time_chart?: boolean | components["schemas"]["Unset"];
            order?: number | components["schemas"]["Unset"];
            /** @description Ids of users of the organization */
            notification_recipients?: number[] | components["schemas"]["Unset"];
            monitoring_options?: {
                /** @description GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, in either case */
                method?: string | components["schemas"]["Unset"];
                headers?: {
                    key: string;
                    value: string;
                }[] | components["schemas"]["Unset"];
                keyword_down?: string | components["schemas"]["Unset"];
                keyword_up?: string | components["schemas"]["Unset"];
            } | components["schemas"]["Unset"];
            /** @description Failures in a row, after the first, that it takes until the service is down; null: one */
            retries?: number | components["schemas"]["Unset"];
            /** @description Successes in a row until a service that was down is up; null: one, or two after more than five minutes */
            confirmations?: number | components["schemas"]["Unset"];
            /** @description HTTP statuses of a service that is up: `200`, or a range, `200-299`; none: all from 200 to 399 */
            expected_statuses?: string[] | components["schemas"]["Unset"];
            /** @description When an automatic incident is published: at once, after some minutes unless it is dismissed, or when your team publishes the draft */
            publish_policy?: {
                mode?: ("" | "at_once" | "delayed" | "draft") | components["schemas"]["Unset"];
                delay_minutes?: number | components["schemas"]["Unset"];
            } | components["schemas"]["Unset"];
            /** @description With `monitoring: webhook`: how often the service calls its heartbeat address, and by how much it may be late, in seconds. Silence means down */
            heartbeat?: {
                period_s?: number | components["schemas"]["Unset"];
                grace_s?: number | components["schemas"]["Unset"];
            } | components["schemas"]["Unset"];
            /** @description Whether an alert that is only a warning means down, too. Information never does */
            count_warnings?: boolean | components["schemas"]["Unset"];
        };
        CreateAccessGroup: {
            name: string;
            /** @description The services that the group's viewers see, each with everything below it */
            service_ids?: number[] | components["schemas"]["Unset"];
            /** @description Ids of memberships that apply to the page: of its organization, or of the page itself */
            users_status_pages?: number[] | components["schemas"]["Unset"];
        };
        CreateIncident: {
            title: string;
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            starts_at?: string | components["schemas"]["Unset"];
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            ends_at?: string | components["schemas"]["Unset"];
            type: string;
            service_ids: number[];
            /** @description Which service suffered how much from when to when. Sent: an exact record, from which `type`, `service_ids`, `starts_at` and `ends_at` follow */
            impacts?: {
                service_id: number;
                type: string;
                /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
                starts_at: string;
                /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
                ends_at?: string | components["schemas"]["Unset"];
            }[] | components["schemas"]["Unset"];
            updates?: components["schemas"]["CreateIncidentUpdate"][] | components["schemas"]["Unset"];
            translations?: {
                [key: string]: {
                    title?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
            notify?: boolean | components["schemas"]["Unset"];
            maintenance_notify?: boolean | components["schemas"]["Unset"];
            maintenance_notify_settings?: {
                before_notice_minutes?: number | components["schemas"]["Unset"];
                second_before_notice_minutes?: number | components["schemas"]["Unset"];
                on_start?: boolean | components["schemas"]["Unset"];
                on_end?: boolean | components["schemas"]["Unset"];
            } | components["schemas"]["Unset"];
            affects_uptime?: boolean | components["schemas"]["Unset"];
            /** @description Notifies only members of these groups who subscribed to such updates; none: everyone who subscribed to them */
            subscription_group_ids?: number[] | components["schemas"]["Unset"];
            /** @description What happened and what was learned, in Markdown. Visitors get it once the incident is over, null until then */
            postmortem?: string | components["schemas"]["Unset"];
            /** @description The recurrence rule (RFC 5545) of the series that a maintenance belongs to, null: none. Setting it begins or changes the series from this maintenance on, null ends it after this one; the next maintenances are created ahead as incidents of their own */
            recurrence?: string | components["schemas"]["Unset"];
            /** @description The page changes at once, but notifications are sent only after this many seconds; if it is deleted before then, none are sent */
            hold_seconds?: number | components["schemas"]["Unset"];
        };
        CreateIncidentUpdate: {
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. Not in the future. */
            posted_at?: string | components["schemas"]["Unset"];
            description: string;
            translations?: {
                [key: string]: {
                    description?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
            notify?: boolean | components["schemas"]["Unset"];
            social_post?: boolean | components["schemas"]["Unset"];
            /** @description Another name of `social_post` */
            tweet?: boolean | components["schemas"]["Unset"];
            type?: ("" | "investigating" | "issue" | "identified" | "monitoring" | "update" | "escalate" | "deescalate" | "resolved" | "retroactive" | "scheduled" | "started" | "essential" | "postponed") | components["schemas"]["Unset"];
            /** @description The services that the incident affects from `posted_at` on; null: the update changes none of them */
            service_ids?: number[] | components["schemas"]["Unset"];
            /** @description When the team promises to say more, on an update; a later update replaces it. An incident's is that of its newest update */
            next_update_at?: string | components["schemas"]["Unset"];
            /** @description The page changes at once, but notifications are sent only after this many seconds; if it is deleted before then, none are sent */
            hold_seconds?: number | components["schemas"]["Unset"];
        };
        CreateIncidentTemplate: {
            name: string;
            title: string;
            description?: string | components["schemas"]["Unset"];
            service_ids?: number[] | components["schemas"]["Unset"];
            /** @description Types of incidents for which the template is offered: built-in ones and the page's own */
            incident_types?: string[] | components["schemas"]["Unset"];
            translations?: {
                [key: string]: {
                    title?: string | components["schemas"]["Unset"];
                    description?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
        };
        CreateIncidentType: {
            /** @description What incidents have as their `type`; lower-case letters, digits, `-` and `_`. It cannot be changed later. */
            key: string;
            name: string;
            /** @description Six hexadecimal digits; null: the color of its base severity */
            color?: string | components["schemas"]["Unset"];
            /**
             * @description What an incident of this type means for services
             * @enum {string}
             */
            base_severity: "major" | "minor" | "scheduled";
            order?: number | components["schemas"]["Unset"];
            translations?: {
                [key: string]: {
                    name?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
        };
        CreateInfoNotice: {
            title: string;
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            featured_from?: string | components["schemas"]["Unset"];
            /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. */
            featured_until?: string | components["schemas"]["Unset"];
            /** @description None: it concerns the page as a whole */
            service_ids?: number[] | components["schemas"]["Unset"];
            /** @description Notifies only members of these groups who subscribed to such updates; none: everyone who subscribed to them */
            subscription_group_ids?: number[] | components["schemas"]["Unset"];
            updates: {
                /** @description UTC, `YYYY-MM-DDTHH:MM:SS`; an offset or `Z` is accepted and converted. Not in the future. */
                posted_at?: string | components["schemas"]["Unset"];
                description: string;
                translations?: {
                    [key: string]: {
                        description?: string | components["schemas"]["Unset"];
                    };
                } | components["schemas"]["Unset"];
                notify?: boolean | components["schemas"]["Unset"];
                social_post?: boolean | components["schemas"]["Unset"];
                /** @description Another name of `social_post` */
                tweet?: boolean | components["schemas"]["Unset"];
            }[];
            translations?: {
                [key: string]: {
                    title?: string | components["schemas"]["Unset"];
                };
            } | components["schemas"]["Unset"];
        };
        CreateIntegration: {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address: string;
            /** @description Stored encrypted; responses contain its last characters at most */
            key?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay: string;
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "smtp";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain: string;
            email_from_address: string;
            /** @description Stored encrypted; responses contain its last characters at most */
            key: string;
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "mailgun";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address: string;
            /** @description Stored encrypted; responses contain its last characters at most */
            key: string;
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "sendgrid";
        } | {
            user: string;
            phone_number: string;
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key: string;
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "twilio";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted, never returned */
            password: string;
            relay?: string | components["schemas"]["Unset"];
            username: string;
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "esendex";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key: string;
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "slack";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key: string;
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "datadog";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key: string;
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "pingdom";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key: string;
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "newrelic";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key: string;
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "social";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "calendar";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key: string;
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "cdn_a";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key: string;
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "cdn_b";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key: string;
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "cloudflare";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key: string;
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "bunny";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key: string;
            /** @description Stored encrypted, never returned */
            password?: string | components["schemas"]["Unset"];
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "translate";
        } | {
            user?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of `cdn_a`: the zone of custom hostnames, its ID or its name */
            domain?: string | components["schemas"]["Unset"];
            email_from_address?: string | components["schemas"]["Unset"];
            /** @description Stored encrypted; responses contain its last characters at most */
            key: string;
            /** @description Stored encrypted, never returned */
            password: string;
            relay?: string | components["schemas"]["Unset"];
            username?: string | components["schemas"]["Unset"];
            port?: number | components["schemas"]["Unset"];
            region?: string | components["schemas"]["Unset"];
            settings?: components["schemas"]["IntegrationSettingsInput"] | components["schemas"]["Unset"];
            /** @constant */
            name: "captcha";
        };
        CreatePageMember: {
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "billing" | "viewer";
        };
        CreateMetric: {
            title: string;
            unit: string;
            /** @enum {string} */
            type: "up" | "rt";
            enabled?: boolean | components["schemas"]["Unset"];
            visible?: boolean | components["schemas"]["Unset"];
            remote_id?: string | components["schemas"]["Unset"];
            remote_name?: string | components["schemas"]["Unset"];
            threshold?: number | components["schemas"]["Unset"];
            /** @default avg */
            featured_number: ("" | "avg" | "max" | "last") | components["schemas"]["Unset"];
            /** @description Where the entries come from; a number in a text is accepted */
            integration_id?: (number | string) | components["schemas"]["Unset"];
            /** @description The service whose checks feed the metric, instead of an integration */
            service_id?: number | components["schemas"]["Unset"];
        };
        CreateMetricEntry: {
            /** @description Unix seconds, not more than an hour ahead; left out: now */
            time?: number;
            value: number;
        };
        CreateSubscription: {
            /**
             * @description A kind that a setting of the page switches off is refused: email and webhook need `subscribers_enabled`, sms `sms_notifications_enabled`, a chat its own switch. A subscription that has it already keeps it
             * @enum {string}
             */
            type: "email" | "sms" | "webhook" | "slack" | "discord" | "teams" | "google_chat" | "mattermost" | "zoom";
            /** @description What the subscriber is notified about: everything, or what the field of this name lists. A new subscription without it has that of `service_ids`, `incident_id` or `incident_types`, whichever is given first in this order, else `all` */
            filter?: ("" | "all" | "services" | "incident" | "incident_types") | components["schemas"]["Unset"];
            service_ids?: number[] | components["schemas"]["Unset"];
            incident_types?: string[] | components["schemas"]["Unset"];
            incident_id?: number | components["schemas"]["Unset"];
            email?: string | components["schemas"]["Unset"];
            /** @description true: confirmed without asking the subscriber. false takes no confirmation back. */
            confirm?: boolean | components["schemas"]["Unset"];
            country_dial_code?: string | components["schemas"]["Unset"];
            phone_number?: string | components["schemas"]["Unset"];
            /** @description Of a webhook or a chat */
            webhook_url?: string | components["schemas"]["Unset"];
            /** @description Never returned. For `zoom`, the verification token shown next to the address. For `slack`, optionally, a bot's channel and token, `C0123ABC xoxb-…`: it then posts in place of the address, and can make threads */
            token?: string | components["schemas"]["Unset"];
            locale?: string | components["schemas"]["Unset"];
            /** @description Kept and given back unchanged; at most 16384 characters as JSON */
            metadata?: {
                [key: string]: unknown;
            } | components["schemas"]["Unset"];
            subscription_group_ids?: number[] | components["schemas"]["Unset"];
            /** @description `every_update`: a message for each update. `living_message`: what belongs to one incident stands together: `discord` edits its message, `google_chat` and bots of `slack` use a thread, mails become one conversation. Other types send each update. Default: `living_message` for `email`, else `every_update`. Mails keep the first subject, without which Gmail shows them apart, where `living_message` was asked for; by default they only refer to each other */
            style?: ("" | "every_update" | "living_message") | components["schemas"]["Unset"];
            /** @description The format of a `webhook`'s bodies; other types have no choice. `standard`: the body of the webhooks' events. `statuspage`: that of Atlassian Statuspage, `meta`, `page` and `incident`, and for each service whose state the update changes one of `component_update` and `component`. Information notices are left out: Statuspage has none */
            format?: ("" | "standard" | "statuspage") | components["schemas"]["Unset"];
        };
        CreateSubscriptionGroup: {
            name: string;
        };
        CreateWebhook: {
            url: string;
            events: components["schemas"]["WebhookEventInput"][];
            /**
             * @description false: nothing is sent
             * @default true
             */
            enabled: boolean | components["schemas"]["Unset"];
            /** @description Whether each event waits until the one before it was delivered, or given up: a receiver that is down then holds up all that follow */
            ordered?: boolean | components["schemas"]["Unset"];
        };
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
        Organization: {
            id: number;
            name: string;
            /** @description Whether members sign in with a second factor, a passkey or OpenID Connect; API keys are not asked */
            strong_sign_in_required: boolean;
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
            domain: string | null;
            custom_domain_enabled: boolean;
            domain_config: {
                provider: ("cdn_a" | "cdn_b" | "cloudflare" | "bunny" | "legacy_custom_domain") | null;
                domain: string | null;
                /**
                 * @description What the domain's CNAME record has to point to
                 * @default null
                 */
                main_hostname: string | null;
                previous_domain: string | null;
                /** @enum {string} */
                status: "disabled" | "configuring" | "failed_to_configure" | "active";
                validation_records: {
                    hostname_cname_name: string;
                    hostname_cname_value: string;
                    hostname_txt_name: string;
                    hostname_txt_value: string;
                    certificate_txt_name: string;
                    certificate_txt_value: string;
                } | null;
                external_id: string | null;
                /** @default null */
                pullzone_id: number | null;
                error: string | null;
            };
            restricted_ips: string | null;
            member_restricted: boolean;
            /** @description Whether the page is not published yet: only its members see it, for others it is 404 */
            draft: boolean;
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
            default_language: string;
            languages: string[];
            header_logo_text: string;
            public_company_name: string | null;
            /** @description Its address, once it was uploaded */
            logo: string | null;
            /** @description The logo for dark screens */
            dark_logo: string | null;
            /** @description Its address, once it was uploaded */
            bg_image: string | null;
            /** @description Its address, once it was uploaded */
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
            sms_dial_codes: string;
            sms_daily_limit: number;
            sms_monthly_segments: number;
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
        DomainReport: {
            domain: string;
            /** @description null: it was not checked yet */
            checked_at: string | null;
            /**
             * @description `waiting`: records are missing or wrong, or a certificate is ordered
             * @enum {string}
             */
            state: "right" | "waiting" | "failed";
            /** @description What was found; a code stays the same */
            code: string;
            /** @description The same in words */
            text: string;
            /** @description How the name leads here. `address`: A and AAAA records; `proxied`: through a CDN; `own_proxy`: through a tunnel or a proxy; null: it does not */
            way: ("cname" | "cname_chain" | "address" | "proxied" | "own_proxy") | null;
            way_text: string;
            /** @description Records to create: any one of CNAME and A or AAAA is enough */
            records: {
                /** @enum {string} */
                type: "CNAME" | "A" | "AAAA" | "TXT";
                /** @description As it is entered at the DNS provider, in full */
                name: string;
                /** @description What it should be */
                expected: string;
                /** @description What DNS answers */
                found: string[];
                /** @enum {string} */
                state: "right" | "wrong" | "missing" | "unknown";
                /** @description What was found; a code stays the same */
                code: string;
                /** @description The same in words */
                text: string;
            }[];
            reached: {
                /**
                 * @description `right`: the name leads to this installation
                 * @enum {string}
                 */
                state: "right" | "wrong" | "missing" | "unknown";
                /** @description Where the answer came from */
                url: string | null;
                /** @description The IP address that answered */
                address: string | null;
                /** @description The HTTP status of the answer */
                status: number | null;
                /** @description What was found; a code stays the same */
                code: string;
                /** @description The same in words */
                text: string;
            };
            caa: {
                /** @enum {string} */
                state: "none" | "allowed" | "forbidden" | "unknown";
                /** @description The name whose CAA records count */
                name: string | null;
                /** @description What DNS answers */
                found: string[];
                /** @description What was found; a code stays the same */
                code: string;
                /** @description The same in words */
                text: string;
            };
            dnssec: {
                /** @enum {string} */
                state: "right" | "broken" | "unknown";
                /** @description What was found; a code stays the same */
                code: string;
                /** @description The same in words */
                text: string;
            };
            certificate: {
                /** @enum {string} */
                state: "valid" | "expiring" | "ordering" | "invalid" | "none";
                /** @description `elsewhere`: TLS ends before this installation */
                source: ("acme" | "uploaded" | "elsewhere") | null;
                issuer: string | null;
                not_after: string | null;
                /** @description What was found; a code stays the same */
                code: string;
                /** @description The same in words */
                text: string;
            };
            /** @description What else stands out, the most urgent first */
            problems: {
                /** @enum {string} */
                urgency: "error" | "warning" | "info";
                /** @description What was found; a code stays the same */
                code: string;
                /** @description The same in words */
                text: string;
            }[];
            /** @description A message to forward to the person who manages the domain's DNS */
            forward: string;
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
            /** @description Open incidents, newest first; of very many the worst. Each with its newest updates: of very much text those that fit into four megabytes. */
            incidents: components["schemas"]["Incident"][];
            /** @description Running maintenances, newest first */
            maintenances: components["schemas"]["Incident"][];
            /** @description Maintenances that start within `scheduled_maintenance_days`, the next one first */
            upcoming_maintenances: components["schemas"]["Incident"][];
            /** @description Notices featured now, newest first */
            info_notices: components["schemas"]["InfoNotice"][];
            current_status_type: ("major" | "minor" | "scheduled") | null;
            /** @description Only where a list is cut: how much there is. The lists of incidents and notices have all. */
            meta?: {
                total_counts: {
                    incidents: number;
                    maintenances: number;
                    upcoming_maintenances: number;
                    info_notices: number;
                };
            };
        };
        Service: {
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
            name: string;
            description: string | null;
            private_description: string | null;
            parent_id: number | null;
            children_ids: number[];
            current_incident_type: string | null;
            monitoring: ("internal" | "3rd_party" | "webhook") | null;
            webhook_monitoring_service: ("custom-jsonpath" | "status-cake" | "uptime-robot" | "alertmanager" | "azure-monitor" | "better-stack" | "checkly" | "cloudwatch" | "datadog" | "github-actions" | "google-cloud" | "grafana" | "healthchecks" | "new-relic" | "opsgenie" | "pagerduty" | "pingdom" | "site24x7" | "uptime-kuma" | "zabbix") | null;
            webhook_custom_jsonpath_settings: {
                /** @default null */
                jsonpath: string | null;
                /** @default null */
                expected_result: string | null;
                /** @description What the JSONPath finds when it is down. Without it, every value but the expected one means down */
                down_result?: string;
                /**
                 * @description How results are compared: as JSON or text (default), as a part of the text in any case, or by a regular expression (RE2)
                 * @enum {string}
                 */
                comparison?: "equals" | "contains" | "matches";
                /** @description A JSONPath of the alert's identity, such as `$.alerts[*].fingerprint`: the service is up once every alert has ended. Without it, all calls are about one alert */
                identity?: string;
            } | null;
            inbound_email_address: string | null;
            /** Format: uuid */
            inbound_email_id: string;
            incoming_webhook_url: string | null;
            ping_url: string | null;
            incident_type: ("minor" | "major") | null;
            parent_incident_type: ("minor" | "major") | null;
            /** @description null until a first result exists */
            is_up: boolean | null;
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
            } | null;
            /** @description Failures in a row, after the first, that it takes until the service is down; null: one */
            retries: number | null;
            /** @description Successes in a row until a service that was down is up; null: one, or two after more than five minutes */
            confirmations: number | null;
            /** @description HTTP statuses of a service that is up: `200`, or a range, `200-299`; none: all from 200 to 399 */
            expected_statuses: string[];
            /** @description When an automatic incident is published: at once, after some minutes unless it is dismissed, or when your team publishes the draft */
            publish_policy: {
                /** @enum {string} */
                mode: "at_once" | "delayed" | "draft";
                delay_minutes: number | null;
            };
            /** @description With `monitoring: webhook`: how often the service calls its heartbeat address, and by how much it may be late, in seconds. Silence means down */
            heartbeat: {
                period_s: number;
                grace_s: number;
            } | null;
            /** @description Whether an alert that is only a warning means down, too. Information never does */
            count_warnings: boolean;
        };
        ServiceStatus: {
            name: string;
            id: number;
            current_incident_type: string | null;
            children: components["schemas"]["ServiceStatus"][];
        };
        ServiceSummary: {
            service: components["schemas"]["SummaryService"];
            /** @description Open incidents, newest first; of very many the worst. Each with its newest updates: of very much text those that fit into four megabytes. */
            incidents: components["schemas"]["Incident"][];
            /** @description Running maintenances, newest first */
            maintenances: components["schemas"]["Incident"][];
            /** @description Maintenances that start within `scheduled_maintenance_days`, the next one first */
            upcoming_maintenances: components["schemas"]["Incident"][];
            /** @description Notices featured now, newest first */
            info_notices: components["schemas"]["InfoNotice"][];
            current_status_type: ("major" | "minor" | "scheduled") | null;
            /** @description Only where a list is cut: how much there is. The lists of incidents and notices have all. */
            meta?: {
                total_counts: {
                    incidents: number;
                    maintenances: number;
                    upcoming_maintenances: number;
                    info_notices: number;
                };
            };
        };
        ServiceUptime: {
            service_id: number;
            /**
             * Format: date
             * @description A day of the page's time zone
             * @example 2026-11-20
             */
            from: string;
            /**
             * Format: date
             * @description A day of the page's time zone
             * @example 2026-11-20
             */
            to: string;
            time_zone: string;
            /**
             * @description From when it counts: the start of the first day on which the service is known
             * @example 2026-11-20T14:02:00
             */
            starts_at: string;
            /**
             * @description Until when: the end of the last day, or now
             * @example 2026-11-20T14:02:00
             */
            ends_at: string;
            elapsed_seconds: number;
            downtime_seconds: number;
            /** @description 100 × (1 − downtime ÷ elapsed), unrounded; null where no time passed */
            uptime_percent: number | null;
            /** @description Whether every day lists all that counted. The sums are true in either case. */
            is_complete: boolean;
            /** @description Days with downtime, a correction or an incident that does not count, newest first */
            days: {
                /**
                 * Format: date
                 * @description A day of the page's time zone
                 * @example 2026-11-20
                 */
                day: string;
                downtime_seconds: number;
                /** @description Of the service's own incidents, weighted */
                own_downtime_seconds: number;
                /** @description The mean of the downtime of all its children that visitors see */
                children_downtime_seconds: number;
                /**
                 * @description Which of the two is larger, and counts
                 * @enum {string}
                 */
                counted: "own" | "children";
                /** @description The service's own incidents, each second once, for the worst that went on; null where there were too many to list */
                periods: {
                    /**
                     * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                     * @example 2026-11-20T14:02:00
                     */
                    starts_at: string;
                    /**
                     * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                     * @example 2026-11-20T14:02:00
                     */
                    ends_at: string;
                    seconds: number;
                    incident_id: number;
                    title: string;
                    type: string;
                    /** @enum {string} */
                    severity: "major" | "minor" | "scheduled";
                    /** @description How much of each second counts as downtime */
                    weight: number;
                    downtime_seconds: number;
                }[] | null;
                /** @description Of incidents with `affects_uptime` false, each second once */
                uncounted: {
                    /**
                     * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                     * @example 2026-11-20T14:02:00
                     */
                    starts_at: string;
                    /**
                     * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                     * @example 2026-11-20T14:02:00
                     */
                    ends_at: string;
                    seconds: number;
                    incident_id: number;
                    title: string;
                    type: string;
                    /** @enum {string} */
                    severity: "major" | "minor" | "scheduled";
                    /** @description How much of each second counts as downtime */
                    weight: number;
                    downtime_seconds: number;
                }[];
                /** @description Those that had any downtime; null where there were too many to list */
                children: {
                    service_id: number;
                    name: string;
                    downtime_seconds: number;
                }[] | null;
                /** @description What an operator said of the day instead of what was found */
                correction: {
                    /** @description What counts; null: what was found */
                    downtime_seconds: number | null;
                    /** @description What the service's own incidents come to */
                    found_downtime_seconds: number | null;
                    ignore_checks: boolean;
                    reason: string;
                } | null;
            }[];
            /** @description What the service's checks said, which does not change the uptime above; null: it was not checked */
            checks: {
                up: number;
                down: number;
                /** @description Checks that said nothing: they count for neither */
                none: number;
                /** @description 100 × up ÷ (up + down), unrounded; null where neither was found */
                uptime_percent: number | null;
                /** @description Days with checks, the oldest first */
                days: {
                    /**
                     * Format: date
                     * @description A day of the page's time zone
                     * @example 2026-11-20
                     */
                    day: string;
                    up: number;
                    down: number;
                    /** @description Checks that said nothing: they count for neither */
                    none: number;
                }[];
            } | null;
        };
        TakenReport: {
            /** @description null: the tool says neither up nor down, such as an acknowledgement */
            understood: ("up" | "down" | "certificate" | "test") | null;
            /** @description Whether that is new: monitoring believed something else before */
            changed: boolean;
            /** @description A code for why it was not understood, such as `no_match` */
            reason?: string;
        };
        TakenHeartbeat: {
            /** @description null: a start or a log, which say neither */
            understood: ("up" | "down") | null;
            /** @description Whether that is new: monitoring believed something else before */
            changed: boolean;
            /** @description Without another call until then, the service is down */
            due_at: string | null;
        };
        Usage: {
            status_pages: number;
            /** @description Of the organization and of single pages, each once */
            members: number;
            /** @description Confirmed subscriptions of all pages, by type */
            subscribers: {
                type: string;
                count: number;
            }[];
            /** @description Messages that left, by month (UTC) and channel, newest month first */
            messages: {
                /** @example 2026-11 */
                month: string;
                /**
                 * @example email
                 * @example webhook
                 */
                channel: string;
                count: number;
            }[];
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
            /** @description Notifies only members of these groups who subscribed to such updates; none: everyone who subscribed to them */
            subscription_group_ids: number[];
            /** @description What happened and what was learned, in Markdown. Visitors get it once the incident is over, null until then */
            postmortem: string | null;
            /**
             * @description The recurrence rule (RFC 5545) of the series that a maintenance belongs to, null: none. Setting it begins or changes the series from this maintenance on, null ends it after this one; the next maintenances are created ahead as incidents of their own
             * @example FREQ=WEEKLY;BYDAY=SU
             */
            recurrence: string | null;
            /** @description When the team promises to say more, on an update; a later update replaces it. An incident's is that of its newest update */
            next_update_at: string | null;
            /** @description Which service suffered how much from when to when. Sent: an exact record, from which `type`, `service_ids`, `starts_at` and `ends_at` follow */
            impacts: {
                service_id: number;
                type: string;
                /**
                 * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                 * @example 2026-11-20T14:02:00
                 */
                starts_at: string;
                /** @description null: it lasts */
                ends_at: string | null;
            }[];
            /** @description Whether `impacts` follow from the updates; false: they were set exactly, and only updates posted since then change them. Sent as true without other `impacts`, they follow again; false changes nothing */
            impacts_follow_updates: boolean;
            /** @description When it last began anew after its end */
            reopened_at: string | null;
            /** @description `automatic`: monitoring opened it, and nobody has confirmed it yet by an update, a change or one tap; null: people did, or opened it */
            detected: "automatic" | null;
            /** @description What became of a maintenance's plan: `called_off` by `resolved` before its start, `postponed` until new times are set; `starts_at` and `ends_at` are the planned ones then. null: the times hold */
            plan: ("called_off" | "postponed") | null;
        };
        Audience: {
            total_count: number;
            quarantined_count: number;
            /** @description How long the slowest of the channels takes; null: unknown */
            seconds: number | null;
            /** @description Without those that nobody would hear by */
            channels: {
                /** @enum {string} */
                type: "email" | "sms" | "webhook" | "slack" | "discord" | "teams" | "google_chat" | "mattermost" | "zoom";
                /** @description How many would be sent a message */
                count: number;
                /** @description How many hear nothing, since their address was refused */
                quarantined_count: number;
                /** @description Segments of each text message, at most; of other channels null */
                segments: number | null;
                /** @description How long sending takes at the speed of the last events; null: fewer than 20 left by this channel in 30 days */
                seconds: number | null;
            }[];
        };
        IncidentDraft: {
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
            title: string | null;
            type: string | null;
            starts_at: string | null;
            ends_at: string | null;
            service_ids: number[];
            /** @description As they were sent; none: they follow from the other fields */
            impacts: {
                [key: string]: unknown;
            }[];
            /** @description As they were sent: none is posted yet */
            updates: {
                [key: string]: unknown;
            }[];
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
            affects_uptime: boolean | null;
            /** @description Notifies only members of these groups who subscribed to such updates; none: everyone who subscribed to them */
            subscription_group_ids: number[];
            /** @description What happened and what was learned, in Markdown. Visitors get it once the incident is over, null until then */
            postmortem: string | null;
            /**
             * @description The recurrence rule (RFC 5545) of the series that a maintenance belongs to, null: none. Setting it begins or changes the series from this maintenance on, null ends it after this one; the next maintenances are created ahead as incidents of their own
             * @example FREQ=WEEKLY;BYDAY=SU
             */
            recurrence: string | null;
            hold_seconds: number;
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
            /** @description Notifies only members of these groups who subscribed to such updates; none: everyone who subscribed to them */
            subscription_group_ids: number[];
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
                /** @description Of `calendar`: the address of an iCalendar file, instead of `key`. Stored encrypted; responses contain its host and last characters */
                url?: string;
                /** @description Of `calendar`: the services that an event affects whose categories name none; empty: all at the top */
                service_ids?: number[];
                /** @description Of `calendar`: whether subscribers are notified of what is imported */
                notify?: boolean;
            };
        };
        CalendarImport: {
            /** @description null: it was never imported */
            checked_at: string | null;
            /** @description null: it succeeded */
            last_error: string | null;
            created: number;
            changed: number;
            called_off: number;
            unchanged: number;
            /** @description How many events were left out */
            left_out: number;
            /** @description The first 50 of them */
            left_out_events: {
                /** @description Where it begins in the file */
                line: number | null;
                uid: string;
                title: string;
                /**
                 * @description `no_room`: one of more events than are imported
                 * @enum {string}
                 */
                reason: "unreadable" | "unknown_zone" | "no_end" | "no_title" | "no_room";
                /** @description The unknown time zone, or what cannot be read */
                detail: string;
            }[];
        };
        JoinLink: {
            /**
             * Format: uri
             * @description Whoever opens it and has an address at one of `allowed_email_domains` can join the page as a viewer. It works until it is replaced or revoked, and while the page has `member_restricted` and such domains.
             */
            url: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            inserted_at: string;
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
            /** @description The service whose checks feed the metric, instead of an integration */
            service_id: number | null;
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
            /** @enum {string} */
            style: "every_update" | "living_message";
            /** @enum {string} */
            format: "standard" | "statuspage";
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
        SubscriptionImport: {
            id: number;
            name: string;
            /** @enum {string} */
            state: "uploading" | "checking" | "checked" | "importing" | "done";
            /** @description Rows checked, or imported, so far */
            row_count: number;
            total: number | null;
            counts: {
                added: number;
                changed: number;
                same: number;
                duplicate: number;
                refused: number;
                asked: number;
            };
            layout: {
                /** @enum {string} */
                encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
                /** @enum {string} */
                separator: "," | ";" | "\t" | "|";
                header_row: number | null;
                columns: {
                    /** @description Empty in a file without a header */
                    name: string;
                    /** @description null: the column is not read */
                    field: ("type" | "email" | "country_dial_code" | "phone_number" | "webhook_url" | "filter" | "services" | "incident_types" | "incident_id" | "groups" | "locale" | "style" | "format" | "metadata" | "consent_at" | "consent_source" | "confirmed_at" | "status" | "quarantined_at") | null;
                    /** @description Its first cells */
                    samples: string[];
                }[];
                consent_source: string | null;
            } | null;
            /** @description What the first rows become */
            preview: {
                row: number;
                /** @enum {string} */
                fate: "added" | "changed" | "same" | "duplicate" | "refused";
                /** @description Whether the subscriber must confirm first */
                asked: boolean;
                type: ("email" | "sms" | "webhook" | "slack" | "discord" | "teams" | "google_chat" | "mattermost" | "zoom") | null;
                /** @description Numbers and URLs by their ends only */
                address: string | null;
                filter: ("all" | "services" | "incident" | "incident_types") | null;
                service_ids: number[];
                incident_types: string[];
                problem: {
                    /** @description The line of the file where the row ends */
                    row: number;
                    /** @description A field, `base` for the row, or the name of a column */
                    column: string;
                    code: string;
                    values?: {
                        [key: string]: string | number;
                    };
                } | null;
            }[];
            /** @description The first 200 */
            problems: {
                /** @description The line of the file where the row ends */
                row: number;
                /** @description A field, `base` for the row, or the name of a column */
                column: string;
                code: string;
                values?: {
                    [key: string]: string | number;
                };
            }[];
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            inserted_at: string;
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
                /** @description HTTP status of the response; null: there was none */
                status: number | null;
                duration_ms: number;
                /** @description The first KiB of the response */
                answer: string | null;
                /** @description Why there was no answer */
                error: ("address_refused" | "unknown_host" | "timeout" | "tls_failed" | "bad_answer" | "connection_failed" | "internal") | null;
                /**
                 * @description What exactly failed, such as what is wrong with the certificate
                 * @enum {string}
                 */
                detail?: "refused" | "reset" | "unreachable" | "tls_expired" | "tls_not_yet_valid" | "tls_wrong_host" | "tls_self_signed" | "tls_untrusted" | "http2_only";
            }[];
            /** @description The body that is sent */
            payload: {
                [key: string]: unknown;
            };
        };
        Webhook: {
            id: number;
            url: string;
            events: ("incident.created" | "incident.updated" | "incident.deleted" | "service.monitored_status.updated" | "info_notice.created" | "info_notice.updated" | "info_notice.deleted" | "status_page.domain.updated")[];
            enabled: boolean;
            /** @description Whether each event waits until the one before it was delivered, or given up: a receiver that is down then holds up all that follow */
            ordered: boolean;
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
        UploadedCertificate: {
            domain: string;
            issuer: string | null;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            not_before: string;
            /**
             * @description The owners get an e-mail 30, 14, 7 and 1 days before
             * @example 2026-11-20T14:02:00
             */
            not_after: string;
        };
        Image: {
            /** @enum {string} */
            image: "logo" | "dark_logo" | "bg_image" | "favicon";
            /**
             * Format: uri
             * @description The address for everyone who may see the page
             */
            url: string;
            /** @description In pixels */
            width: number;
            height: number;
        };
        DayCorrection: {
            /**
             * Format: date
             * @description A day of the time zone that the page had then
             */
            day: string;
            /**
             * @description Its bounds, which stay when the page's zone changes
             * @example 2026-11-20T14:02:00
             */
            starts_at: string;
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            ends_at: string;
            /** @description How long the service really was down on that day, instead of what its incidents come to; null: that stays */
            downtime_seconds: number | null;
            /** @description Whether the checks of that day count for nothing, since they were wrong */
            ignore_checks: boolean;
            /** @description Visitors read it */
            reason: string;
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
            /** @description When the team promises to say more, on an update; a later update replaces it. An incident's is that of its newest update */
            next_update_at: string | null;
            /** @description The services that the incident affects from `posted_at` on; null: the update changes none of them */
            service_ids: number[] | null;
        };
        PageMember: {
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
            /** @description The role in the whole organization, which this one overrides here */
            organization_role: ("owner" | "admin" | "editor" | "billing" | "viewer") | null;
        };
        CreatedSubscription: {
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
            /** @enum {string} */
            style: "every_update" | "living_message";
            /** @enum {string} */
            format: "standard" | "statuspage";
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
             * @description Of a `webhook` that is new, or has a new address: signs its deliveries as Standard Webhooks 1.0.0 says; shown this once
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
        };
        ApiKey: {
            id: number;
            name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "editor" | "billing" | "viewer";
            /** @description When the key stops working; null: never */
            expires_at: string | null;
            /** @description When its successor was made; null: it has none */
            renewed_at: string | null;
            /** @description The only status page that the key is for; null: all of them */
            subdomain: string | null;
            /** @description What of its role the key may use: an operation's description names its permission. Null: all of it */
            permissions: ("organization.write" | "organization.read" | "status_page.delete" | "status_page.write" | "service.write" | "access_group.write" | "page_member.read" | "page_member.write" | "incident_type.write" | "subscription.write" | "metric.write" | "integration.write" | "webhook.write" | "incident.write" | "uptime.write" | "page.read" | "page.visit_restricted")[] | null;
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
            /** @description For the header `Authorization`. Returned only once. */
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
             * @description Whoever opens this link within seven days and signs in with the address, or makes an account for it, becomes the member. Told only once.
             */
            invitation_url: string;
        };
        ServiceCheck: {
            /**
             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
             * @example 2026-11-20T14:02:00
             */
            checked_at: string;
            /**
             * @description none: the check could not be made, through no fault of the service
             * @enum {string}
             */
            outcome: "up" | "down" | "none";
            /** @description Why it is not up */
            reason: ("timeout" | "unknown_host" | "name_server" | "address_refused" | "refused" | "reset" | "unreachable" | "connection_failed" | "tls_expired" | "tls_not_yet_valid" | "tls_wrong_host" | "tls_self_signed" | "tls_untrusted" | "http2_only" | "tls_failed" | "bad_answer" | "status" | "keyword_missing" | "keyword_down" | "too_many_redirects" | "bad_redirect" | "no_record" | "other_record" | "our_network" | "our_limit") | null;
            /** @description The figure of the reason, such as the HTTP status */
            detail: string | null;
            response_ms: number;
            certificate_ends_at: string | null;
            /** @description The requests that were made, several where one was redirected */
            requests: {
                method: string;
                url: string;
                status: number | null;
                headers: {
                    key: string;
                    value: string;
                }[];
                dns_ms: number | null;
                connect_ms: number | null;
                tls_ms: number | null;
                first_byte_ms: number | null;
            }[];
        };
        Picture: {
            /** @description For the Markdown of this page's texts: `![what it shows](address)`. Elsewhere it is a link */
            address: string;
            /**
             * Format: uri
             * @description The whole address, for everyone who may see the page
             */
            url: string;
            /** @description In pixels */
            width: number;
            height: number;
        };
        Outage: {
            id: number;
            /**
             * @description `waiting`: your team can still publish or dismiss it; `recovered`: all was up again before it was published
             * @enum {string}
             */
            state: "waiting" | "recovered" | "dismissed";
            /** @description What the incident is called, or would have been */
            title: string;
            /**
             * @description The first failure
             * @example 2026-11-20T14:02:00
             */
            began_at: string;
            /** @description When it is published unless dismissed; null: not automatically */
            publish_at: string | null;
            /** @description The draft that will be published, for you to edit */
            incident_draft_id: number | null;
            /** @description Since when all is up again */
            over_at: string | null;
            /** @description The services that are down, and why */
            down: {
                service_id: number;
                name: string;
                /** @description A code, such as `timeout` */
                reason: string | null;
                /** @description Its figures, such as `503` */
                detail: string | null;
            }[];
        };
        CreatedPageMember: {
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
             * @description Whoever opens this link within seven days and signs in with the address, or makes an account for it, becomes the member. Told only once.
             */
            invitation_url: string;
            /** @description The role in the whole organization, which this one overrides here */
            organization_role: ("owner" | "admin" | "editor" | "billing" | "viewer") | null;
        };
        MetricEntry: {
            time: number;
            value: number;
        };
        RotatedSubscription: {
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
            /** @enum {string} */
            style: "every_update" | "living_message";
            /** @enum {string} */
            format: "standard" | "statuspage";
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
             * @description Of a `webhook` that is new, or has a new address: signs its deliveries as Standard Webhooks 1.0.0 says; shown this once
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
            /**
             * @description Until then the secret before this one signs, too
             * @example 2026-11-20T14:02:00
             */
            earlier_secret_until: string;
        };
        CreatedWebhook: {
            id: number;
            url: string;
            events: ("incident.created" | "incident.updated" | "incident.deleted" | "service.monitored_status.updated" | "info_notice.created" | "info_notice.updated" | "info_notice.deleted" | "status_page.domain.updated")[];
            enabled: boolean;
            /** @description Whether each event waits until the one before it was delivered, or given up: a receiver that is down then holds up all that follow */
            ordered: boolean;
            /**
             * @description Signs the deliveries; shown this once
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        RotatedWebhook: {
            id: number;
            url: string;
            events: ("incident.created" | "incident.updated" | "incident.deleted" | "service.monitored_status.updated" | "info_notice.created" | "info_notice.updated" | "info_notice.deleted" | "status_page.domain.updated")[];
            enabled: boolean;
            /** @description Whether each event waits until the one before it was delivered, or given up: a receiver that is down then holds up all that follow */
            ordered: boolean;
            /**
             * @description Signs the deliveries; shown this once
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
            /**
             * @description Until then the secret before this one signs, too
             * @example 2026-11-20T14:02:00
             */
            earlier_secret_until: string;
        };
        SummaryService: {
            name: string;
            id: number;
            /** @description At most 2,000 characters; less of each, ending in …, where many are long */
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
        /** @description The organization has moved to another installation */
        Moved: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                Location: components["headers"]["Location"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    error: 308;
                    message: string;
                };
            };
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
        /** @description There is no such record, or the key has no access to it */
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
        /** @description Conflicts with a change made meanwhile; nothing was done. With `Retry-After`: the organization is being moved to another installation. Retry then: a 308 leads there */
        Conflict: {
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
                    error: 409;
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
        /** @description The body is larger than 1 MiB, or the file larger than the operation allows */
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
        /** @description The address and the headers are longer than 16 KiB together */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    error: 431;
                    message: string;
                };
            };
        };
        /** @description Something failed; see the log under the request id */
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
        /** @description Not implemented yet */
        NotImplemented: {
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
                    error: 501;
                    message: string;
                };
            };
        };
        /** @description The database cannot be reached, or too much is asked of it */
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
        /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
        IdempotencyKey: string;
        /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
        IfMatch: string;
        /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the request in our log; your own `X-Request-Id` if you send one */
        "X-Request-Id": string;
        /** @description Requests that are allowed in 10 seconds */
        "RateLimit-Limit": number;
        /** @description Requests left until the budget is renewed */
        "RateLimit-Remaining": number;
        /** @description Seconds until the budget is renewed */
        "RateLimit-Reset": number;
        /** @description Names this state of the record: for `If-None-Match` and `If-Match` */
        ETag: string;
        /** @description Seconds to wait before the next request */
        "Retry-After": number;
        /** @description The same call at the installation that the organization has moved to, with the organization's id there */
        Location: string;
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
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    takeInboundEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "message/rfc822": unknown;
                "multipart/form-data": unknown;
                "*/*": unknown;
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
                        emails: {
                            /** @description null: the tool says neither up nor down, such as an acknowledgement */
                            understood: ("up" | "down" | "certificate" | "test") | null;
                            /** @description Whether that is new: monitoring believed something else before */
                            changed: boolean;
                            reason: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        organization: components["schemas"]["Organization"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                organizationId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    organization: components["schemas"]["UpdateOrganization"];
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
                        organization: components["schemas"]["Organization"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
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
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                            /** @description When the key stops working; null: never */
                            expires_at: string | null;
                            /** @description When its successor was made; null: it has none */
                            renewed_at: string | null;
                            /** @description The only status page that the key is for; null: all of them */
                            subdomain: string | null;
                            /** @description What of its role the key may use: an operation's description names its permission. Null: all of it */
                            permissions: ("organization.write" | "organization.read" | "status_page.delete" | "status_page.write" | "service.write" | "access_group.write" | "page_member.read" | "page_member.write" | "incident_type.write" | "subscription.write" | "metric.write" | "integration.write" | "webhook.write" | "incident.write" | "uptime.write" | "page.read" | "page.visit_restricted")[] | null;
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    renewApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organizationId: number;
                apiKeyId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    api_key: components["schemas"]["RenewApiKey"];
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
                        api_key: {
                            id: number;
                            name: string;
                            /** @enum {string} */
                            role: "owner" | "admin" | "editor" | "billing" | "viewer";
                            /** @description When the key stops working; null: never */
                            expires_at: string | null;
                            /** @description When its successor was made; null: it has none */
                            renewed_at: string | null;
                            /** @description The only status page that the key is for; null: all of them */
                            subdomain: string | null;
                            /** @description What of its role the key may use: an operation's description names its permission. Null: all of it */
                            permissions: ("organization.write" | "organization.read" | "status_page.delete" | "status_page.write" | "service.write" | "access_group.write" | "page_member.read" | "page_member.write" | "incident_type.write" | "subscription.write" | "metric.write" | "integration.write" | "webhook.write" | "incident.write" | "uptime.write" | "page.read" | "page.visit_restricted")[] | null;
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
                            /** @description For the header `Authorization`. Returned only once. */
                            token: string;
                            /**
                             * @description Until when the token before works, too
                             * @example 2026-11-20T14:02:00
                             */
                            earlier_until: string;
                        };
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
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
                from?: string;
                /** @description Before this time, UTC */
                until?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                            /** @description The key that the actor used */
                            api_key_id: number | null;
                            /** @example incident:42 */
                            subject: string;
                            /** @description The subdomain of the page concerned, while it exists */
                            status_page: string | null;
                            /** @description What was set, without secrets */
                            changes: unknown;
                            /** @description What the changed fields were before; null where that is not known */
                            before: unknown;
                            request_id: string | null;
                            /** @description The client's address */
                            address: string | null;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
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
                /** @description Only the member with this address, in upper or lower case */
                email?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
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
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createStatusPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStatusPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateStatusPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteStatusPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDomainReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        domain: components["schemas"]["DomainReport"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadDomainCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
                    certificate: components["schemas"]["PutCertificate"];
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
                        certificate: components["schemas"]["UploadedCertificate"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDomainCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                        domain: components["schemas"]["DomainReport"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadStatusPageImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                organizationId: number;
                subdomain: string;
                image: "logo" | "dark_logo" | "bg_image" | "favicon";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/*": unknown;
                "application/octet-stream": unknown;
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
                        image: components["schemas"]["Image"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteStatusPageImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                organizationId: number;
                subdomain: string;
                image: "logo" | "dark_logo" | "bg_image" | "favicon";
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAlertAddress: {
        parameters: {
            query?: {
                tool?: "status-cake" | "uptime-robot" | "alertmanager" | "azure-monitor" | "better-stack" | "checkly" | "cloudwatch" | "datadog" | "github-actions" | "google-cloud" | "grafana" | "healthchecks" | "new-relic" | "opsgenie" | "pagerduty" | "pingdom" | "site24x7" | "uptime-kuma" | "zabbix";
            };
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        alert_address: {
                            url: string;
                            reports: {
                                id: number;
                                /**
                                 * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                                 * @example 2026-11-20T14:02:00
                                 */
                                received_at: string;
                                /** @enum {string} */
                                source: "mail" | "webhook" | "heartbeat";
                                /** @description By whose rules a call was read */
                                kind: string | null;
                                /** @description null: it was not understood */
                                understood: ("up" | "down" | "certificate" | "test") | null;
                                reason: string | null;
                                detail: string | null;
                                /** @description The beginning of what was sent, without tokens and passwords */
                                content: string;
                            }[];
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceAlertAddress: {
        parameters: {
            query?: {
                tool?: "status-cake" | "uptime-robot" | "alertmanager" | "azure-monitor" | "better-stack" | "checkly" | "cloudwatch" | "datadog" | "github-actions" | "google-cloud" | "grafana" | "healthchecks" | "new-relic" | "opsgenie" | "pagerduty" | "pingdom" | "site24x7" | "uptime-kuma" | "zabbix";
            };
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
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
                        alert_address: {
                            url: string;
                            reports: {
                                id: number;
                                /**
                                 * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                                 * @example 2026-11-20T14:02:00
                                 */
                                received_at: string;
                                /** @enum {string} */
                                source: "mail" | "webhook" | "heartbeat";
                                /** @description By whose rules a call was read */
                                kind: string | null;
                                /** @description null: it was not understood */
                                understood: ("up" | "down" | "certificate" | "test") | null;
                                reason: string | null;
                                detail: string | null;
                                /** @description The beginning of what was sent, without tokens and passwords */
                                content: string;
                            }[];
                        };
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportServiceAlerts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
                token: string;
                webhookMonitoringService: "status-cake" | "uptime-robot" | "alertmanager" | "azure-monitor" | "better-stack" | "checkly" | "cloudwatch" | "datadog" | "github-actions" | "google-cloud" | "grafana" | "healthchecks" | "new-relic" | "opsgenie" | "pagerduty" | "pingdom" | "site24x7" | "uptime-kuma" | "zabbix";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
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
                        alerts: {
                            /** @description null: the tool says neither up nor down, such as an acknowledgement */
                            understood: ("up" | "down" | "certificate" | "test") | null;
                            /** @description Whether that is new: monitoring believed something else before */
                            changed: boolean;
                            /** @description A code for why it was not understood, such as `no_match` */
                            reason?: string;
                            /** @description null: no service has its name */
                            service_id: number | null;
                        }[];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSummary: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listQuarantineCauses: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        quarantine_causes: {
                            /** @description What the servers said, without numbers and addresses */
                            cause: string;
                            /** @description How many addresses it keeps in quarantine */
                            count: number;
                            /** @description What was said of one of them */
                            example: string;
                            /**
                             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                             * @example 2026-11-20T14:02:00
                             */
                            first_at: string;
                            /**
                             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                             * @example 2026-11-20T14:02:00
                             */
                            last_at: string;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseQuarantine: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
                    quarantine: components["schemas"]["ReleaseQuarantine"];
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
                        quarantine: {
                            /** @description How many addresses */
                            released: number;
                        };
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
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
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createService: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getService: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateService: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteService: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkService: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                        check: components["schemas"]["ServiceCheck"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getServiceStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getServiceSummary: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getServiceUptime: {
        parameters: {
            query?: {
                /** @description The first day; by default that of the page's bars */
                from?: string;
                /** @description The last day; today by default, and at most */
                to?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        uptime: components["schemas"]["ServiceUptime"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    correctDay: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                serviceId: number;
                day: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    correction: components["schemas"]["CorrectDay"];
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
                        correction: components["schemas"]["DayCorrection"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    undoDayCorrection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                serviceId: number;
                day: string;
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportServiceByQuery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                serviceId: string;
                webhookMonitoringService: "custom-jsonpath" | "status-cake" | "uptime-robot" | "alertmanager" | "azure-monitor" | "better-stack" | "checkly" | "cloudwatch" | "datadog" | "github-actions" | "google-cloud" | "grafana" | "healthchecks" | "new-relic" | "opsgenie" | "pagerduty" | "pingdom" | "site24x7" | "uptime-kuma" | "zabbix";
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
                    "application/json": components["schemas"]["TakenReport"];
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportService: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
                serviceId: string;
                webhookMonitoringService: "custom-jsonpath" | "status-cake" | "uptime-robot" | "alertmanager" | "azure-monitor" | "better-stack" | "checkly" | "cloudwatch" | "datadog" | "github-actions" | "google-cloud" | "grafana" | "healthchecks" | "new-relic" | "opsgenie" | "pagerduty" | "pingdom" | "site24x7" | "uptime-kuma" | "zabbix";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": unknown;
                "*/*": unknown;
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
                    "application/json": components["schemas"]["TakenReport"];
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceServiceAddresses: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOpenAlerts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        alerts: {
                            id: number;
                            /**
                             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                             * @example 2026-11-20T14:02:00
                             */
                            opened_at: string;
                            /** @enum {string} */
                            source: "mail" | "webhook" | "heartbeat";
                            detail: string | null;
                            /** @description The beginning of the report that opened it; null: silence did */
                            content: string | null;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    closeOpenAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                serviceId: number;
                alertId: number;
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beatServiceByGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                serviceId: string;
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
                    "application/json": components["schemas"]["TakenHeartbeat"];
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beatServiceByPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "*/*": unknown;
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
                    "application/json": components["schemas"]["TakenHeartbeat"];
                };
            };
            308: components["responses"]["Moved"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beatService: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
                serviceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "*/*": unknown;
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
                    "application/json": components["schemas"]["TakenHeartbeat"];
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beatServiceSignalByGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                serviceId: string;
                signal: string;
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
                    "application/json": components["schemas"]["TakenHeartbeat"];
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beatServiceSignalByPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                serviceId: string;
                signal: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "*/*": unknown;
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
                    "application/json": components["schemas"]["TakenHeartbeat"];
                };
            };
            308: components["responses"]["Moved"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beatServiceSignal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
                serviceId: string;
                signal: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "*/*": unknown;
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
                    "application/json": components["schemas"]["TakenHeartbeat"];
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listServiceReports: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        reports: {
                            id: number;
                            /**
                             * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                             * @example 2026-11-20T14:02:00
                             */
                            received_at: string;
                            /** @enum {string} */
                            source: "mail" | "webhook" | "heartbeat";
                            /** @description By whose rules a call was read */
                            kind: string | null;
                            /** @description null: it was not understood */
                            understood: ("up" | "down" | "certificate" | "test") | null;
                            reason: string | null;
                            detail: string | null;
                            /** @description The beginning of what was sent, without tokens and passwords */
                            content: string;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        usage: components["schemas"]["Usage"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccessGroups: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAccessGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccessGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAccessGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAccessGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFindings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        findings: {
                            /**
                             * @description `service_down`: A monitored service is down, no incident says so, and none waits to be published; `detail` is why: a code and its figures, such as `status 503`. `certificate_expiring`: The TLS certificate of a monitored service expires within 14 days. `monitor_offline`: The monitor's own network is unavailable: its checks of this page count as no data. `checks_stalled`: Services of this page have not been checked for more than three minutes. `backup_failed`: The last scheduled backup of this server failed; `detail` is why: `disk_full`, `quota_used`, `read_only`, `not_writable`, `no_directory`, `broken`, `unknown`. It is tried again. `cdn_purge_failing`: No purge at the CDN has succeeded for five minutes: changes appear late; `detail` is why: `no_answer`, `token_refused`, `rate_limited`, `answered_error`, `unknown`. `incident_over`: An incident is open, though all its services are monitored and up. `incident_unwatched`: An incident that monitoring opened is open, and none of its services is monitored any more. `no_update`: Nothing was said for longer than the page's hours for long-running incidents. `promise_due`: The next update is promised within 15 minutes. `promise_overdue`: The promised time of the next update is past. `maintenance_not_started`: A maintenance has reached its start, and no update says that it began. `maintenance_not_ended`: A maintenance that was begun is past its end, and no update says so. `webhook_failing`: A webhook's last delivery failed, or it was disabled after failures. `mail_template_failing`: A template of e-mail failed, and the built-in letter was sent instead. `integration_failing`: An integration that is switched on failed when it was last used, as where its provider refuses the account. `mail_waiting`: The mail server or provider does not take the page's mail, for reasons that are not its recipients': it waits and is tried again; `detail` is what was answered. `mail_not_sent`: The page has subscribers by e-mail, but neither a mail integration nor a mail server: mail is only kept in the server's mail folder. `addresses_quarantined`: Addresses were refused for good within a week; `detail` says how many, up to 1,000. `domain_unverified`: The custom domain does not work yet, or not any more. `domain_certificate_ending`: The certificate that was uploaded for the custom domain has expired, or expires within 30 days. `domain_at_risk`: The custom domain works, but visitors may not reach it, or its certificate will not be renewed. `type_unknown_to_plugins`: An open incident has a type of the page's own, which monitoring plugins read as unknown.
                             * @enum {string}
                             */
                            kind: "service_down" | "certificate_expiring" | "monitor_offline" | "checks_stalled" | "backup_failed" | "cdn_purge_failing" | "incident_over" | "incident_unwatched" | "no_update" | "promise_due" | "promise_overdue" | "maintenance_not_started" | "maintenance_not_ended" | "webhook_failing" | "mail_template_failing" | "integration_failing" | "mail_waiting" | "mail_not_sent" | "addresses_quarantined" | "domain_unverified" | "domain_certificate_ending" | "domain_at_risk" | "type_unknown_to_plugins";
                            /** @enum {string} */
                            urgency: "error" | "warning" | "info";
                            /** @enum {string} */
                            subject_type: "service" | "incident" | "webhook" | "integration" | "status_page";
                            subject_id: number;
                            /** @description Name, title or address of the subject */
                            subject: string;
                            /** @description Since when, or when it is due; null: unknown */
                            since: string | null;
                            /** @description The last error, the type's key, or how many */
                            detail: string | null;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
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
                /** @description Only incidents of this type; several are separated by commas */
                type?: string;
                /** @description `open`: begun and not over, maintenance too. Maintenance `called_off` or `postponed` is none of the others */
                status?: "" | "open" | "upcoming" | "ended" | "called_off" | "postponed";
                /** @description Words of the title or the updates, or beginnings of words: what has all of them, up to eight */
                q?: string;
                /** @description What affects this service or one below it */
                service_id?: string;
                /** @description What was not over before then */
                from?: string;
                /** @description What began before then */
                to?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIncidentAudience: {
        parameters: {
            query?: {
                /** @description Only members of these groups, separated by commas */
                subscription_group_ids?: string;
                /** @description What would be said, for the length of text messages */
                description?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        audience: components["schemas"]["Audience"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIncidentUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIncidentUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIncidentUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreIncidentUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawIncidentUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description false: the hold is over; nothing was changed */
                        withdrawn: boolean;
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        incident: components["schemas"]["Incident"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description false: the hold is over; nothing was changed */
                        withdrawn: boolean;
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadPicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/*": unknown;
                "application/octet-stream": unknown;
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
                        picture: components["schemas"]["Picture"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                file: string;
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOutages: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        outages: components["schemas"]["Outage"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    dismissOutage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
                outageId: number;
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
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        outage: components["schemas"]["Outage"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    publishOutage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
                outageId: number;
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
                        incident: components["schemas"]["Incident"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    duplicateIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                        incident_draft: components["schemas"]["IncidentDraft"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportIncidents: {
        parameters: {
            query?: {
                /** @description Only incidents of this type; several are separated by commas */
                type?: string;
                /** @description `open`: begun and not over, maintenance too. Maintenance `called_off` or `postponed` is none of the others */
                status?: "" | "open" | "upcoming" | "ended" | "called_off" | "postponed";
                /** @description Words of the title or the updates, or beginnings of words: what has all of them, up to eight */
                q?: string;
                /** @description What affects this service or one below it */
                service_id?: string;
                /** @description What was not over before then */
                from?: string;
                /** @description What began before then */
                to?: string;
                /** @description `json` unless given */
                format?: "" | "csv" | "json";
            };
            header?: never;
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "text/csv": unknown;
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIncidentDrafts: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor: rows after it */
                after?: string;
                /** @description Cursor: rows before it */
                before?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        incident_drafts: components["schemas"]["IncidentDraft"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIncidentDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
                    incident_draft: components["schemas"]["IncidentDraftFields"];
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
                        incident_draft: components["schemas"]["IncidentDraft"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIncidentDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                incidentDraftId: number;
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
                        incident_draft: components["schemas"]["IncidentDraft"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIncidentDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                incidentDraftId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    incident_draft: components["schemas"]["IncidentDraftFields"];
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
                        incident_draft: components["schemas"]["IncidentDraft"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIncidentDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                incidentDraftId: number;
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    publishIncidentDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
                incidentDraftId: number;
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
                        incident: components["schemas"]["Incident"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIncidentTemplates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIncidentTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIncidentTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIncidentTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIncidentTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIncidentTypes: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIncidentType: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIncidentType: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIncidentType: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIncidentType: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
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
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInfoNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInfoNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateInfoNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteInfoNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIntegrations: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCalendarImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        calendar_import: components["schemas"]["CalendarImport"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getJoinLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        join_link: components["schemas"]["JoinLink"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createJoinLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
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
                        join_link: components["schemas"]["JoinLink"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteJoinLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPageMembers: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor: rows after it */
                after?: string;
                /** @description Cursor: rows before it */
                before?: string;
                /** @description Only the member with this address, in upper or lower case */
                email?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        members: components["schemas"]["PageMember"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPageMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
                    member: components["schemas"]["CreatePageMember"];
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
                        member: components["schemas"]["CreatedPageMember"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePageMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                pageMemberId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    member: components["schemas"]["UpdatePageMember"];
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
                        member: components["schemas"]["PageMember"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePageMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                pageMemberId: number;
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
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
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createMetric: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMetric: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMetric: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMetric: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
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
                /** @description Resolution: raw, minute, hour or day (UTC) */
                resolution?: "raw" | "minute" | "hour" | "day";
            };
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createMetricEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
                    entries?: components["schemas"]["Unset"];
                } | {
                    entries: components["schemas"]["CreateMetricEntry"][];
                    entry?: components["schemas"]["Unset"];
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
                        entries?: null;
                    } | {
                        entries: components["schemas"]["MetricEntry"][];
                        entry?: null;
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
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
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
                        subscription: components["schemas"]["CreatedSubscription"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
                        subscription: components["schemas"]["CreatedSubscription"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateSubscriptionSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscription: components["schemas"]["RotatedSubscription"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubscriptionImports: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        subscription_imports: components["schemas"]["SubscriptionImport"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSubscriptionImport: {
        parameters: {
            query?: {
                /** @description What the file is called */
                name?: string;
            };
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                subdomain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": unknown;
                "application/octet-stream": unknown;
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
                        subscription_import: components["schemas"]["SubscriptionImport"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubscriptionImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                importId: number;
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
                        subscription_import: components["schemas"]["SubscriptionImport"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSubscriptionImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                importId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    subscription_import: components["schemas"]["UpdateSubscriptionImport"];
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
                        subscription_import: components["schemas"]["SubscriptionImport"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSubscriptionImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                subdomain: string;
                importId: number;
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubscriptionGroups: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSubscriptionGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubscriptionGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSubscriptionGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSubscriptionGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor: rows after it */
                after?: string;
                /** @description Cursor: rows before it */
                before?: string;
                state?: "" | "pending" | "delivered" | "failed" | "cancelled";
                webhook_id?: string;
                event?: "" | "incident.created" | "incident.updated" | "incident.deleted" | "service.monitored_status.updated" | "info_notice.created" | "info_notice.updated" | "info_notice.deleted" | "status_page.domain.updated" | "webhook.test";
                /** @description Not before then */
                from?: string;
                /** @description Before then */
                to?: string;
            };
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
                        deliveries: {
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
                            /** @description Of the webhook, as it is now */
                            url: string;
                            attempts_count: number;
                            last_attempt: {
                                /**
                                 * @description UTC, `YYYY-MM-DDTHH:MM:SS`
                                 * @example 2026-11-20T14:02:00
                                 */
                                attempted_at: string;
                                /** @description HTTP status of the response; null: there was none */
                                status: number | null;
                                duration_ms: number;
                                /** @description The first KiB of the response */
                                answer: string | null;
                                /** @description Why there was no answer */
                                error: ("address_refused" | "unknown_host" | "timeout" | "tls_failed" | "bad_answer" | "connection_failed" | "internal") | null;
                                /**
                                 * @description What exactly failed, such as what is wrong with the certificate
                                 * @enum {string}
                                 */
                                detail?: "refused" | "reset" | "unreachable" | "tls_expired" | "tls_not_yet_valid" | "tls_wrong_host" | "tls_self_signed" | "tls_untrusted" | "http2_only";
                            } | null;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                subdomain: string;
                deliveryId: number;
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
                        delivery: components["schemas"]["WebhookDeliveryDelivery"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted */
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
            308: components["responses"]["Moved"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
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
                /** @description The `ETag` of the state you have: if it is still the same, the response is 304 and empty */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
                        webhook: components["schemas"]["RotatedWebhook"];
                    };
                };
            };
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Any text: the same request with the same key within 24 hours is carried out once and gets the first response again */
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
            308: components["responses"]["Moved"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
