import type { Ctx } from '../../platform/context.ts'
import './tables.ts'
import { insertCustomer, writeInvoices } from './store/subscriptions.ts'

/** Rows of an account that subscribed in the Sandbox and has one invoice. */
export async function aSubscription(ctx: Ctx): Promise<void> {
  await insertCustomer(ctx, 'sandbox', `cus_sandbox_${ctx.accountId}`)
  await writeInvoices(ctx, [
    {
      ref: 'in_sandbox_1',
      number: 'Q-0001',
      status: 'paid',
      description: 'Small Business, one month',
      amountMinor: 99_99n,
      currency: 'USD',
      issuedAtMs: ctx.now,
      url: null,
    },
  ])
  await ctx.db
    .insertInto('billing_sandbox')
    .values({ account_id: ctx.accountId, state: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
