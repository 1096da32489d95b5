import { listConflicts } from '../../server/rooms/accounting/testing.ts'
import type { Tenant } from '../test-app.ts'

/** Returns the account's invoices by number, each as number, state and what is owed in minor units. */
export const invoicesHere = (tenant: Tenant): Promise<string[]> =>
  tenant.run(async ({ db }) => {
    const rows = await db
      .selectFrom('invoices as i')
      .innerJoin('receivables as r', 'r.invoice_id', 'i.id')
      .select(['i.number', 'i.state', 'r.remaining_minor'])
      .orderBy('i.number')
      .execute()
    return rows.map(({ number, state, remaining_minor }) => `${number} ${state} ${remaining_minor}`)
  })

/** Returns the account's credit memos by number, each as number, state and what is left in minor units. */
export const memosHere = (tenant: Tenant): Promise<string[]> =>
  tenant.run(async ({ db }) => {
    const rows = await db
      .selectFrom('credit_memos as m')
      .innerJoin('credit_balances as b', 'b.credit_memo_id', 'm.id')
      .select(['m.number', 'm.state', 'b.remaining_minor'])
      .orderBy('m.number')
      .execute()
    return rows.map(({ number, state, remaining_minor }) => `${number} ${state} ${remaining_minor}`)
  })

/** Returns an open difference as people see it. */
export async function shownConflict(tenant: Tenant, title: RegExp) {
  const query = { state: 'open', order_by: '-opened', search: '', page: 1, page_size: 50 } as const
  const { results } = await tenant.run((ctx) => listConflicts(ctx, query))
  const found = results.find((one) => title.test(one.title))
  if (!found) throw new Error(`no conflict ${title}: ${results.map((one) => one.title).join('; ')}`)
  return found
}
