/** Tools whose webhooks are read as they send them, by their name in the address. */
export const MONITORING_TOOLS = {
  "status-cake": "StatusCake",
  "uptime-robot": "UptimeRobot",
  alertmanager: "Alertmanager (Prometheus)",
  "azure-monitor": "Azure Monitor",
  "better-stack": "Better Stack",
  checkly: "Checkly",
  cloudwatch: "CloudWatch (Amazon SNS)",
  datadog: "Datadog",
  "github-actions": "GitHub Actions",
  "google-cloud": "Google Cloud Monitoring",
  grafana: "Grafana",
  healthchecks: "Healthchecks.io",
  "new-relic": "New Relic",
  opsgenie: "Opsgenie",
  pagerduty: "PagerDuty",
  pingdom: "Pingdom",
  site24x7: "Site24x7",
  "uptime-kuma": "Uptime Kuma",
  zabbix: "Zabbix",
} as const;

export type MonitoringTool = keyof typeof MONITORING_TOOLS;
type WebhookMonitor = MonitoringTool | "custom-jsonpath";

export function isMonitoringTool(kind: string): kind is MonitoringTool {
  return Object.hasOwn(MONITORING_TOOLS, kind);
}

/** undefined: another tool, with JSONPath. */
export function toolName(kind: string): string | undefined {
  return isMonitoringTool(kind) ? MONITORING_TOOLS[kind] : undefined;
}

export const ALERT_TOOLS = Object.keys(MONITORING_TOOLS).filter(isMonitoringTool);

export const WEBHOOK_MONITORS: readonly [WebhookMonitor, ...WebhookMonitor[]] = [
  "custom-jsonpath",
  ...ALERT_TOOLS,
];
