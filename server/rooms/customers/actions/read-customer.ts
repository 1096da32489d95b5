import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readAccountRow, runsByItself, todayOf } from '../../accounts/index.ts'
import { agingOf, nothingOwed, reservedOf } from '../../ledger/index.ts'
import { presentDuplicate, presentRelated } from '../rules/present-related.ts'
import {
  type AccountSwitches,
  type Customer,
  type CustomerDetailReply,
  presentCustomerDetail,
} from '../rules.ts'
import { findCustomer } from '../store/customers.ts'
import { selectCustomer } from '../store/list-customers.ts'
import { findMerge } from '../store/merges.ts'
import { selectChildren, selectDuplicates } from '../store/related.ts'

/** More children than these are looked up in the list of customers. */
const MOST_CHILDREN = 20

/** Returns a customer of this account. Refuses not_found. */
export async function readCustomer(ctx: Ctx, id: string): Promise<Customer> {
  const customer = await findCustomer(ctx, id)
  if (!customer) throw refuse('not_found')
  return customer
}

/** Whether a customer was merged into another one, whose invoices its credit may settle. Refuses not_found. */
export const isMergedInto = async (ctx: Ctx, customerId: string, otherId: string): Promise<boolean> =>
  (await readCustomer(ctx, customerId)).mergedInto === otherId

/**
 * Returns a customer with owed amounts by age and payments in flight, in their own currency. Refuses
 * not_found.
 */
export async function readCustomerDetail(ctx: Ctx, id: string): Promise<CustomerDetailReply> {
  const today = await todayOf(ctx)
  const customer = await selectCustomer(ctx, id, today)
  if (!customer) throw refuse('not_found')
  const { currency } = customer
  const duplicates = await selectDuplicates(ctx, id)
  const { children, count } = await selectChildren(ctx, id, MOST_CHILDREN)
  const readAging = async (...ids: string[]) =>
    (await agingOf(ctx, today, ...ids)).find((row) => row.currency === currency) ?? nothingOwed(currency)
  const aging = await readAging(id)
  const agingWithMerged =
    duplicates.length === 0 ? aging : await readAging(id, ...duplicates.map((one) => one.id))
  const inFlightMinor = await reservedOf(ctx, id, currency)
  const switches = await readAccountSwitches(ctx)
  const other = customer.mergedInto === null ? null : await findCustomer(ctx, customer.mergedInto)
  const parent = customer.parentId === null ? null : await findCustomer(ctx, customer.parentId)
  return presentCustomerDetail(customer, switches, { aging, agingWithMerged }, inFlightMinor, {
    parent_name: parent?.shortName ?? null,
    merged_into_name: other?.shortName ?? null,
    merged_in: other === null ? null : ((await findMerge(ctx, id))?.merged_in ?? null),
    merged: duplicates.map(presentDuplicate),
    children: children.map(presentRelated),
    children_count: count,
  })
}

/** Returns the switches of the account, which come before those of its customers. */
export async function readAccountSwitches(ctx: Ctx): Promise<AccountSwitches> {
  const account = await readAccountRow(ctx)
  return { isOn: runsByItself(account, ctx.now), usesLegacyReminders: account.usesLegacyReminders }
}
