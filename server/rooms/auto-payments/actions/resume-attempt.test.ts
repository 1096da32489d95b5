import { describe, expect, it } from 'vitest'
import { applyCreditMemo, unapplyCreditMemo } from '../../credit-memos/index.ts'
import { aCreditMemo } from '../../credit-memos/testing.ts'
import { balancesOf } from '../../payments/testing.ts'
import { autoPaymentsFixture, autoPaymentsOf, runDue } from '../testing.ts'
import { startAttempt } from './charge-due.ts'

const auto = autoPaymentsFixture()

describe('resuming a charge attempt', () => {
  it('charges the full remaining amount when more is owed than at its start', async () => {
    const { customer } = await auto.enroll()
    const invoice = await auto.invoice(customer, '100.00', '2026-12-02')
    auto.clock.set('2026-11-29T06:00:00Z')
    await runDue(auto.tenant)
    const memo = await auto.tenant.run((ctx) => aCreditMemo(ctx, { customer: customer.id, total: '60.00' }))
    const applied = await auto.tenant.run((ctx) =>
      applyCreditMemo(ctx, memo.id, { invoice, amount: '60.00', request_id: 'request-credit' }),
    )
    auto.clock.set('2026-12-02T06:00:00Z')
    expect(await auto.tenant.run((ctx) => startAttempt(ctx, invoice))).toMatchObject({ amount_minor: 4000n })
    await auto.tenant.run((ctx) => unapplyCreditMemo(ctx, memo.id, applied.applications[0]!.pk))
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toEqual([{ status: 'confirmed', amount: '10000' }])
    expect(await balancesOf(auto.tenant, invoice)).toEqual({ remaining: '0.00', reserved: '0.00' })
  })

  it('waits a day after the notice of a higher amount', async () => {
    const { customer } = await auto.enroll()
    const invoice = await auto.invoice(customer, '100.00', '2026-12-02')
    auto.clock.set('2026-11-29T06:00:00Z')
    await runDue(auto.tenant)
    auto.clock.set('2026-12-02T06:00:00Z')
    expect(await auto.tenant.run((ctx) => startAttempt(ctx, invoice))).not.toBeNull()
    await auto.tenant.run((ctx) =>
      ctx.db
        .updateTable('accounts')
        .set({ card_surcharge_ppm: 30_000 })
        .where('account_id', '=', ctx.accountId)
        .execute(),
    )
    await runDue(auto.tenant)
    auto.clock.set('2026-12-03T05:00:00Z')
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toEqual([])
    auto.clock.set('2026-12-03T06:01:00Z')
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toMatchObject([{ status: 'confirmed' }])
  })
})
