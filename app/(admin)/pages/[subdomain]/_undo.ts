import type { FormAction } from "#lib/actions.ts";
import type { Undo } from "#lib/forms/state.ts";
import { deleteUpdateAction, restoreUpdateAction } from "./incidents/actions.ts";
import { endNoticeAction } from "./notices/actions.ts";
import { moveServiceAction, updateServiceAction } from "./services/actions.ts";

/** What takes back what a toast tells of. */
export const UNDO: Record<Undo["action"], FormAction> = {
  delete_update: deleteUpdateAction,
  restore_update: restoreUpdateAction,
  update_service: updateServiceAction,
  move_service: moveServiceAction,
  end_notice: endNoticeAction,
};
