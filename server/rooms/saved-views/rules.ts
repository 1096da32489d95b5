import type { SavedViewReply } from '../../../contract/lists/saved-views.ts'
import { roleCan, type StaffRole } from '../../../domain/people/roles.ts'
import type { SavedViewRow } from './tables.ts'

/** A member of staff with their role in the account. */
export interface Staff {
  readonly userId: string
  readonly role: StaffRole | null
}

/** True for a role that may write invoices: it may show a view to everybody. */
export const mayShare = ({ role }: Staff): boolean => role !== null && roleCan(role, 'invoices.write')

/** A person changes their own views. Shared ones may also be changed by those who manage the team. */
export const mayChange = (actor: Staff, view: Pick<SavedViewRow, 'user_id' | 'shared'>): boolean =>
  view.user_id === actor.userId || (view.shared && actor.role !== null && roleCan(actor.role, 'users.manage'))

/** Converts a view to the API's shape. */
export const presentView = (actor: Staff, row: SavedViewRow): SavedViewReply => ({
  pk: row.id,
  list: row.list,
  name: row.name,
  query: { ...row.query },
  shared: row.shared,
  mine: row.user_id === actor.userId,
  can_change: mayChange(actor, row),
})
