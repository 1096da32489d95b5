import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { createTestApp, type Tenant, type TestApp } from '../../../platform/testing/test-app.ts'
import {
  agingOf,
  bookInvoice,
  bookPayment,
  bookRefund,
  bookVoid,
  bookWriteOff,
  readReceivables,
  release,
  reserve,
  verifyLedger,
} from '../index.ts'

let test: TestApp
let tenant: Tenant
beforeAll(async () => {
  test = await createTestApp()
  tenant = await test.tenant()
})
afterAll(() => test.close())

const fresh = () => newId(test.clock.wallNow())

async function owed(amountMinor: bigint, customerId = fresh(), dueDate = '2026-12-20') {
  const invoiceId = fresh()
  await tenant.run((ctx) =>
    bookInvoice(ctx, {
      invoiceId,
      customerId,
      currency: 'USD',
      number: invoiceId.slice(-6),
      bookedOn: '2026-11-20',
      dueDate,
      netMinor: amountMinor,
      taxMinor: 0n,
    }),
  )
  return { invoiceId, customerId }
}

const remaining = (invoiceId: string) =>
  tenant.run(async (ctx) => (await readReceivables(ctx, [invoiceId]))[0]!)

const paying = (invoiceId: string, customerId: string, amountMinor: bigint, unappliedMinor = 0n) => ({
  paymentId: fresh(),
  customerId,
  currency: 'USD',
  number: 'P-1',
  bookedOn: '2026-11-20',
  shares: amountMinor > 0n ? [{ invoiceId, amountMinor }] : [],
  unappliedMinor,
  surchargeMinor: 0n,
})

describe('the ledger', () => {
  it('R-43 I1 I2 I3 an invoice is owed, paid in parts, and never below zero', async () => {
    const { invoiceId, customerId } = await owed(10_000n)
    await tenant.run((ctx) => bookPayment(ctx, { ...paying(invoiceId, customerId, 4_000n), reserved: false }))
    expect(await remaining(invoiceId)).toMatchObject({
      chargedMinor: 10_000n,
      remainingMinor: 6_000n,
      reservedMinor: 0n,
    })
    await expect(
      tenant.run((ctx) => bookPayment(ctx, { ...paying(invoiceId, customerId, 6_001n), reserved: false })),
    ).rejects.toThrow()
    expect((await remaining(invoiceId)).remainingMinor).toBe(6_000n)
  })

  it('R-43 nothing is settled on an invoice that is not owed', async () => {
    const { customerId } = await owed(10_000n)
    const payment = paying(fresh(), customerId, 4_000n)
    await expect(
      tenant.run((ctx) => bookPayment(ctx, { ...payment, reserved: false })),
    ).rejects.toMatchObject({ code: 'wrong_state' })
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('R-54 fifty racing reservations never take more than remains', async () => {
    const { invoiceId } = await owed(10_000n)
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () =>
        tenant.run((ctx) => reserve(ctx, [{ invoiceId, amountMinor: 3_000n }])),
      ),
    )
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(3)
    expect((await remaining(invoiceId)).reservedMinor).toBe(9_000n)
    await tenant.run((ctx) => release(ctx, [{ invoiceId, amountMinor: 3_000n }]))
    expect((await remaining(invoiceId)).reservedMinor).toBe(6_000n)
  })

  it('I13 an invoice is not voided or written off while a payment is under way', async () => {
    const { invoiceId } = await owed(5_000n)
    await tenant.run((ctx) => reserve(ctx, [{ invoiceId, amountMinor: 5_000n }]))
    const closing = { invoiceId, number: 'X', bookedOn: '2026-11-20' }
    await expect(
      tenant.run((ctx) => bookVoid(ctx, { ...closing, netMinor: 5_000n, taxMinor: 0n })),
    ).rejects.toMatchObject({ code: 'wrong_state' })
    await expect(tenant.run((ctx) => bookWriteOff(ctx, closing))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    await tenant.run((ctx) => release(ctx, [{ invoiceId, amountMinor: 5_000n }]))
    await tenant.run((ctx) => bookVoid(ctx, { ...closing, netMinor: 5_000n, taxMinor: 0n }))
    expect((await remaining(invoiceId)).remainingMinor).toBe(0n)
  })

  it('R-45 money beyond what is owed becomes unapplied credit, and a refund reopens the invoice', async () => {
    const { invoiceId, customerId } = await owed(1_000n)
    const payment = paying(invoiceId, customerId, 1_000n, 250n)
    await tenant.run((ctx) => bookPayment(ctx, { ...payment, reserved: false }))
    await tenant.run((ctx) =>
      bookRefund(ctx, {
        ...payment,
        refundId: fresh(),
        shares: [{ invoiceId, amountMinor: 400n }],
        unappliedMinor: 250n,
      }),
    )
    expect((await remaining(invoiceId)).remainingMinor).toBe(400n)
  })

  it('R-43 entries are facts: nobody changes or deletes them', async () => {
    await owed(100n)
    for (const statement of [
      sql`update ledger_postings set amount_minor = 1`,
      sql`delete from ledger_entries`,
    ]) {
      await expect(tenant.run((ctx) => statement.execute(ctx.db))).rejects.toThrow(
        /permission denied|never changed/,
      )
    }
  })

  it('R-26 another account sees none of it', async () => {
    const other = await test.tenant()
    const { invoiceId } = await owed(700n)
    expect(await other.run((ctx) => readReceivables(ctx, [invoiceId]))).toEqual([])
    const all = await other.run((ctx) =>
      sql<{ n: number }>`select count(*)::int as n from ledger_entries`.execute(ctx.db),
    )
    expect(all.rows[0]!.n).toBe(0)
  })

  it('I4 the buckets add up to what is owed, whatever the due dates', async () => {
    const mine = await test.tenant()
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            days: fc.integer({ min: -200, max: 200 }),
            amount: fc.bigInt({ min: 1n, max: 10_000_000n }),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        async (items) => {
          const customerId = fresh()
          await mine.run(async (ctx) => {
            for (const item of items) {
              const dueDate = new Date(Date.UTC(2026, 10, 20 + item.days)).toISOString().slice(0, 10)
              await bookInvoice(ctx, {
                invoiceId: fresh(),
                customerId,
                currency: 'USD',
                number: 'N',
                bookedOn: '2026-01-01',
                dueDate,
                netMinor: item.amount,
                taxMinor: 0n,
              })
            }
            const [aging] = await agingOf(ctx, '2026-11-20', customerId)
            const total = items.reduce((sum, item) => sum + item.amount, 0n)
            expect(aging!.total).toBe(total)
            expect(aging!.current + aging!.days_30 + aging!.days_60 + aging!.days_90 + aging!.over_90).toBe(
              total,
            )
          })
        },
      ),
      { numRuns: 25 },
    )
    expect((await mine.run(verifyLedger)).differences).toEqual([])
  })

  it('verifyLedger finds the books right, and says what differs when a projection was bent', async () => {
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
    const { invoiceId } = await owed(900n)
    await tenant.run((ctx) =>
      sql`update receivables set remaining_minor = 899 where invoice_id = ${invoiceId}`.execute(ctx.db),
    )
    expect((await tenant.run(verifyLedger)).differences).toEqual([
      `invoice ${invoiceId}: remaining is 899, the entries say 900`,
    ])
  })
})
