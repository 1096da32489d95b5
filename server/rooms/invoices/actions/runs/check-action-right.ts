import type { BulkAction } from '../../../../../domain/invoices/bulk-actions.ts'
import { type Right, roleCan, type StaffRole } from '../../../../../domain/people/roles.ts'
import type { Actor } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'

const RIGHTS: Readonly<Record<BulkAction, Right>> = {
  send: 'invoices.write',
  remind: 'reminders.send',
  void: 'invoices.write',
  write_off: 'invoices.write_off',
  undo_write_off: 'invoices.write_off',
  pdfs: 'export.read',
}

export const mayTake = (role: StaffRole, action: BulkAction): boolean => roleCan(role, RIGHTS[action])

/** Refuses not_allowed to staff whose role may not take the action on a single invoice either. */
export function checkActionRight(actor: Actor, action: BulkAction): void {
  if (actor.kind !== 'staff' || actor.role === null || !mayTake(actor.role, action))
    throw refuse('not_allowed')
}
