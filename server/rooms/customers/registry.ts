import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { customersRoutes } from './routes.ts'

const auditTexts = {
  'customers.create': 'added {object}',
  'customers.update': 'changed {object}[: {changed}]',
  'customers.merge': 'merged[ {because}] into {object}',
  'customers.undo-merge': 'took back the merge[ of {because}] into {object}',
  'customers.write-note': 'wrote a note about {object}',
  'customers.remove-note': 'deleted a note about {object}',
  'customers.export': 'exported a list of customers[ (rows: {rows})]',
  'customers.create-group': 'added {object}',
  'customers.rename-group': 'renamed {object}[ to {new_name}]',
  'customers.change-group-switches': 'changed switches of {object}[: {changed}]',
  'customers.delete-group': 'deleted {object}[ (members: {members})]',
  'customers.move-to-group': 'moved customers to {object}[ (number: {moved})]',
  'customer-groups.export': 'exported the customer groups[ (rows: {rows})]',
  'customers.undo-move': 'moved customers back to their former groups[ (number: {moved})]',
  'customers.leave-groups': 'removed customers from their groups[ (number: {moved})]',
} as const

const events = {
  'customers.create': 'customer.created',
  'customers.update': 'customer.updated',
  'customers.merge': 'customer.merged',
  'customers.undo-merge': 'customer.merge_undone',
  'customers.write-note': 'customer.noted',
} as const

export const customersRegistry = {
  room: 'customers',
  routes: customersRoutes,
  auditTexts,
  events,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
