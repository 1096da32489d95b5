import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { checkKeptHere } from '../../accounts/index.ts'
import { bodyOfFields, type CustomerBody, changedFields, fieldsOfBody } from '../rules/customer-body.ts'
import { type CustomerDetailReply, type CustomerFields, tidyEmails } from '../rules.ts'
import { findCustomer, lockCustomer, updateCustomers, withInvoices } from '../store/customers.ts'
import { checkParent } from './check-parent.ts'
import { checkGroup } from './groups/check-group.ts'
import { readCustomerDetail } from './read-customer.ts'

/** Fields that are kept here even for a customer of an accounting platform, by their API names. */
const KEPT_HERE: ReadonlySet<string> = new Set([
  'group',
  'emails',
  'terms',
  'notes',
  'reminders_status',
  'statements_status',
  'late_fees_status',
  'language',
])

/**
 * Changes the fields in the request. Refuses not_found; refuses beside `currency` once there is an invoice
 * or a ledger entry, beside `parent` when it is not a customer or would close a circle, and beside `group`
 * when there is no such group. Refuses beside each changed field that is not as it was in `if_unchanged`.
 */
export async function updateCustomer(
  ctx: Ctx,
  id: string,
  { if_unchanged, ...body }: CustomerBody & { readonly if_unchanged?: Read | undefined },
): Promise<CustomerDetailReply> {
  const fields = fieldsOfBody(body)
  // An unknown customer is refused before its parent or group is.
  if ((fields.parentId || fields.groupId) && !(await findCustomer(ctx, id))) throw refuse('not_found')
  // The lock of the parents comes before that of a customer.
  if (fields.parentId) await checkParent(ctx, id, fields.parentId)
  if (fields.groupId) await checkGroup(ctx, fields.groupId)
  const before = await lockCustomer(ctx, id, 'update')
  if (!before) throw refuse('not_found')
  const after = tidyEmails({ ...before, ...fields })
  if (after.currency !== before.currency && (await withInvoices(ctx, [id])).size > 0)
    throw refuseFields({ currency: ['You can’t change the currency, because this customer has invoices.'] })
  const changed = changedFields(before, after)
  if (if_unchanged) refuseChanged(if_unchanged, before, changed)
  if (changed.some((name) => !KEPT_HERE.has(name))) await checkKeptHere(ctx, 'Change this customer')
  await updateCustomers(ctx, [after])
  await audit(ctx, 'customers.update', { type: 'customer', id }, { changed })
  return readCustomerDetail(ctx, id)
}

type Read = Readonly<
  Partial<Record<keyof CustomerBody, string | boolean | readonly string[] | null | undefined>>
>

/** Refuses changes of fields that somebody else changed since they were read, with what is there now. */
function refuseChanged(read: Read, now: CustomerFields, changed: readonly string[]): void {
  const current: CustomerBody = bodyOfFields(now)
  const fields = Object.fromEntries(
    (Object.keys(read) as (keyof CustomerBody)[])
      .filter(
        (name) => changed.includes(name) && JSON.stringify(read[name]) !== JSON.stringify(current[name]),
      )
      .map((name) => [
        name,
        [`Somebody else changed this${currentText(name, current[name])}. Save again to replace it by yours.`],
      ]),
  )
  if (Object.keys(fields).length > 0) throw refuseFields(fields)
}

/** Ids of other records are no text for people. */
function currentText(name: keyof CustomerBody, value: CustomerBody[keyof CustomerBody]): string {
  if (name === 'parent' || name === 'group' || value === null || value === undefined) return ''
  if (typeof value === 'boolean') return `: it is ${value ? 'on' : 'off'} now`
  const text = typeof value === 'string' ? value : value.join(', ')
  return `: it is ${text === '' ? 'empty' : `“${text}”`} now`
}
