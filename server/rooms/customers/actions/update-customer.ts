import type { WithRead } from '../../../../domain/parsing/changed-meanwhile.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { checkKeptHere, mergeChanges } from '../../accounts/index.ts'
import { bodyOfFields, type CustomerBody, changedFields, fieldsOfBody } from '../rules/customer-body.ts'
import { type CustomerDetailReply, tidyEmails } from '../rules.ts'
import { findCustomer, lockCustomer, updateCustomers, withInvoices } from '../store/customers.ts'
import { checkParent } from './check-parent.ts'
import { checkGroup } from './groups/check-group.ts'
import { readCustomerDetail } from './read-customer.ts'

/** Fields that are kept here even for a customer of an accounting platform, by their API names. */
const KEPT_HERE: ReadonlySet<string> = new Set([
  'group',
  'emails',
  'email_roles',
  'terms',
  'notes',
  'reminders_status',
  'statements_status',
  'late_fees_status',
  'language',
])

/**
 * Changes the fields in the request. Refuses not_found; wrong_state for an erased customer; refuses beside `currency` once there is an invoice
 * or a ledger entry, beside `parent` when it is not a customer or would close a circle, and beside `group`
 * when there is no such group. Refuses beside each changed field that is not as it was in `if_unchanged`.
 */
export async function updateCustomer(
  ctx: Ctx,
  id: string,
  { if_unchanged, ...body }: WithRead<CustomerBody>,
): Promise<CustomerDetailReply> {
  // An unknown customer is refused before its parent or group is.
  if ((body.parent || body.group) && !(await findCustomer(ctx, id))) throw refuse('not_found')
  // The lock of the parents comes before that of a customer.
  if (body.parent) await checkParent(ctx, id, body.parent)
  if (body.group) await checkGroup(ctx, body.group)
  const before = await lockCustomer(ctx, id, 'update')
  if (!before) throw refuse('not_found')
  if (before.erasedAt !== null)
    throw refuse('wrong_state', 'This customer was erased, so its data stays empty.')
  const merged = await mergeChanges<CustomerBody>(ctx, {
    wanted: body,
    read: if_unchanged,
    readNow: () => bodyOfFields(before),
    isLocked: true,
    changes: { objectId: id, actions: ['customers.update'] },
  })
  const after = tidyEmails({ ...before, ...fieldsOfBody(merged) })
  if (after.currency !== before.currency && (await withInvoices(ctx, [id])).size > 0)
    throw refuseFields({ currency: ['You can’t change the currency, because this customer has invoices.'] })
  const changed = changedFields(before, after)
  if (changed.some((name) => !KEPT_HERE.has(name))) await checkKeptHere(ctx, 'Change this customer')
  await updateCustomers(ctx, [after])
  await audit(ctx, 'customers.update', { type: 'customer', id }, { changed })
  return readCustomerDetail(ctx, id)
}
