import type { Ctx } from '../../platform/context.ts'
import './tables.ts'
import { insertCustomer, selectInvoices, writeInvoices } from './store/subscriptions.ts'

/** Rows of an account that subscribed in the Sandbox and has one invoice. Returns the invoice's id. */
export async function aSubscription(ctx: Ctx): Promise<string> {
  await insertCustomer(ctx, 'sandbox', `cus_sandbox_${ctx.accountId}`)
  await writeInvoices(ctx, [
    {
      ref: 'in_sandbox_1',
      number: 'Q-0001',
      status: 'paid',
      description: 'Small Business, one month',
      amountMinor: 99_99n,
      creditMinor: 0n,
      taxMinor: 0n,
      currency: 'USD',
      issuedAtMs: ctx.now,
      paidAtMs: ctx.now,
      period: null,
      lines: [{ description: 'Small Business, one month', amountMinor: 99_99n }],
      url: null,
    },
  ])
  await ctx.db
    .insertInto('billing_sandbox')
    .values({ account_id: ctx.accountId, state: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const [invoice] = await selectInvoices(ctx)
  return invoice!.id
}
