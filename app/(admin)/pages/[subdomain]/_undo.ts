import type { FormAction } from "#lib/api/actions.ts";
import type { Undo } from "#lib/core/forms/state.ts";
import { restoreUpdateAction, withdrawUpdateAction } from "./incidents/[incident_id]/actions.ts";
import { withdrawIncidentAction } from "./incidents/actions.ts";
import { moveMetricAction } from "./metrics/actions.ts";
import { endNoticeAction } from "./notices/actions.ts";
import {
  moveServiceAction,
  moveServicesBackAction,
  updateServiceAction,
} from "./services/actions.ts";
import { withdrawServicesAction } from "./services/paste/actions.ts";
import { quarantineAgainAction } from "./subscribers/quarantine/actions.ts";

export const UNDO: Record<Undo["action"], FormAction> = {
  restore_update: restoreUpdateAction,
  withdraw_update: withdrawUpdateAction,
  withdraw_incident: withdrawIncidentAction,
  update_service: updateServiceAction,
  withdraw_services: withdrawServicesAction,
  move_service: moveServiceAction,
  move_services_back: moveServicesBackAction,
  move_metric: moveMetricAction,
  end_notice: endNoticeAction,
  quarantine_again: quarantineAgainAction,
};
