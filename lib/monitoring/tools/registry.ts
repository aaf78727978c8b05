import { alertmanager } from "#lib/monitoring/tools/alertmanager.ts";
import { azureMonitor } from "#lib/monitoring/tools/azure-monitor.ts";
import { betterStack } from "#lib/monitoring/tools/better-stack.ts";
import { checkly } from "#lib/monitoring/tools/checkly.ts";
import { cloudwatch } from "#lib/monitoring/tools/cloudwatch.ts";
import { datadog } from "#lib/monitoring/tools/datadog.ts";
import { githubActions } from "#lib/monitoring/tools/github-actions.ts";
import { googleCloud } from "#lib/monitoring/tools/google-cloud.ts";
import { grafana } from "#lib/monitoring/tools/grafana.ts";
import { healthchecks } from "#lib/monitoring/tools/healthchecks.ts";
import { newRelic } from "#lib/monitoring/tools/new-relic.ts";
import { opsgenie } from "#lib/monitoring/tools/opsgenie.ts";
import { pagerduty } from "#lib/monitoring/tools/pagerduty.ts";
import { pingdom } from "#lib/monitoring/tools/pingdom.ts";
import { site24x7 } from "#lib/monitoring/tools/site24x7.ts";
import { statusCake } from "#lib/monitoring/tools/status-cake.ts";
import type { Tool } from "#lib/monitoring/tools/tool.ts";
import { uptimeKuma } from "#lib/monitoring/tools/uptime-kuma.ts";
import { uptimeRobot } from "#lib/monitoring/tools/uptime-robot.ts";
import { zabbix } from "#lib/monitoring/tools/zabbix.ts";
import type { MonitoringTool } from "#lib/services/monitoring-tools.ts";

export const TOOLS: Record<MonitoringTool, Tool> = {
  "status-cake": statusCake,
  "uptime-robot": uptimeRobot,
  alertmanager,
  "azure-monitor": azureMonitor,
  "better-stack": betterStack,
  checkly,
  cloudwatch,
  datadog,
  "github-actions": githubActions,
  "google-cloud": googleCloud,
  grafana,
  healthchecks,
  "new-relic": newRelic,
  opsgenie,
  pagerduty,
  pingdom,
  site24x7,
  "uptime-kuma": uptimeKuma,
  zabbix,
};
