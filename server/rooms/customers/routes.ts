import { customerGroups } from '../../../contract/customer-groups.ts'
import { customers } from '../../../contract/customers.ts'
import { customerMerges, customerNotes } from '../../../contract/lists/customer-work.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { createCustomer } from './actions/create-customer.ts'
import { exportCustomers } from './actions/export-customers.ts'
import { changeSwitches } from './actions/groups/change-switches.ts'
import { createGroup } from './actions/groups/create-group.ts'
import { deleteGroup } from './actions/groups/delete-group.ts'
import { exportGroups } from './actions/groups/export-groups.ts'
import { listGroups } from './actions/groups/list-groups.ts'
import { moveCustomers } from './actions/groups/move-customers.ts'
import { renameGroup } from './actions/groups/rename-group.ts'
import { undoMove } from './actions/groups/undo-move.ts'
import { listCustomers } from './actions/list-customers.ts'
import { mergeCustomers, previewMerge } from './actions/merges/merge-customers.ts'
import { undoMerge } from './actions/merges/undo-merge.ts'
import { listNotes, removeNote, writeNote } from './actions/notes/write-note.ts'
import { readCustomerDetail } from './actions/read-customer.ts'
import { updateCustomer } from './actions/update-customer.ts'

export const customersRoutes: BoundRoute[] = [
  on(customers.list, (ctx, { query }) => listCustomers(ctx, query)),
  onUnitOfWork(customers.export, (uow, { body }) => exportCustomers(uow, body)),
  on(customers.create, (ctx, { body }) => createCustomer(ctx, body)),
  on(customers.read, (ctx, { params }) => readCustomerDetail(ctx, params.customer)),
  on(customers.update, (ctx, { params, body }) => updateCustomer(ctx, params.customer, body)),
  on(customerMerges.preview, (ctx, { params, body }) => previewMerge(ctx, params.customer, body.into)),
  on(customerMerges.merge, (ctx, { params, body }) => mergeCustomers(ctx, params.customer, body.into)),
  on(customerMerges.undo, (ctx, { params }) => undoMerge(ctx, params.customer)),
  on(customerNotes.list, (ctx, { params }) => listNotes(ctx, params.customer)),
  on(customerNotes.write, (ctx, { params, body }) => writeNote(ctx, params.customer, body)),
  on(customerNotes.remove, (ctx, { params }) => removeNote(ctx, params.customer, params.note)),
  on(customerGroups.list, (ctx, { query }) => listGroups(ctx, query)),
  onUnitOfWork(customerGroups.export, (uow, { body }) => exportGroups(uow, body)),
  on(customerGroups.create, (ctx, { body }) => createGroup(ctx, body.name)),
  on(customerGroups.changeSwitches, (ctx, { params, body }) => changeSwitches(ctx, params.group, body)),
  on(customerGroups.rename, (ctx, { params, body }) => renameGroup(ctx, params.group, body.name)),
  on(customerGroups.remove, (ctx, { params }) => deleteGroup(ctx, params.group)),
  on(customerGroups.moveCustomers, (ctx, { body }) => moveCustomers(ctx, body)),
  on(customerGroups.undoMove, (ctx, { params }) => undoMove(ctx, params.move)),
]
