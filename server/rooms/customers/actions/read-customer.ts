import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readAccountRow, runsByItself, todayOf } from '../../accounts/index.ts'
import { agingOf, nothingOwed, reservedOf } from '../../ledger/index.ts'
import {
  type AccountSwitches,
  type Customer,
  type CustomerDetailReply,
  presentCustomerDetail,
} from '../rules.ts'
import { findCustomer } from '../store/customers.ts'
import { selectCustomer } from '../store/list-customers.ts'
import { selectMerged } from '../store/merges.ts'

/** Returns a customer of this account. Refuses not_found. */
export async function readCustomer(ctx: Ctx, id: string): Promise<Customer> {
  const customer = await findCustomer(ctx, id)
  if (!customer) throw refuse('not_found')
  return customer
}

/**
 * Returns a customer with owed amounts by age and payments in flight, in their own currency. Refuses
 * not_found.
 */
export async function readCustomerDetail(ctx: Ctx, id: string): Promise<CustomerDetailReply> {
  const today = await todayOf(ctx)
  const customer = await selectCustomer(ctx, id, today)
  if (!customer) throw refuse('not_found')
  const aging = (await agingOf(ctx, today, id)).find((row) => row.currency === customer.currency)
  const inFlightMinor = await reservedOf(ctx, id, customer.currency)
  const switches = await readAccountSwitches(ctx)
  const merged = await selectMerged(ctx, id)
  const other = customer.mergedInto === null ? null : await findCustomer(ctx, customer.mergedInto)
  const parent = customer.parentId === null ? null : await findCustomer(ctx, customer.parentId)
  return presentCustomerDetail(customer, switches, aging ?? nothingOwed(customer.currency), inFlightMinor, {
    parent_name: parent?.shortName ?? null,
    merged_into_name: other?.shortName ?? null,
    merged: merged.map((one) => ({ pk: one.id, short_name: one.shortName })),
  })
}

/** Returns the switches of the account, which come before those of its customers. */
export async function readAccountSwitches(ctx: Ctx): Promise<AccountSwitches> {
  const account = await readAccountRow(ctx)
  return { isOn: runsByItself(account, ctx.now), usesLegacyReminders: account.usesLegacyReminders }
}
