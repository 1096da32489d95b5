import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp, type Tenant } from '../../../../testing/test-app.ts'
import type { Ctx } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import {
  agingOf,
  bookInvoice,
  bookPayment,
  bookRefund,
  bookVoid,
  bookWriteOff,
  readReceivables,
  rebuildDays,
  release,
  reserve,
  verifyLedger,
} from '../index.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

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

/** Inserts postings with plain SQL, bypassing the room. */
const rawLegs = (
  ctx: Ctx,
  entries: readonly { id: string; legs: readonly bigint[] }[],
  firstPosition = 0,
) => {
  const rows = entries.flatMap(({ id, legs }) =>
    legs.map((amount, index) => ({ id, position: firstPosition + index, amount: amount.toString() })),
  )
  return sql`insert into ledger_postings (account_id, entry_id, position, ledger_account, customer_id, currency, amount_minor)
    select ${ctx.accountId}::uuid, r.id, r.position, 'sales', r.id, 'USD', r.amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, position smallint, amount bigint)`
}

const rawEntries = (ctx: Ctx, ids: readonly string[]) => sql`
  insert into ledger_entries (account_id, id, sequence, kind, booked_on, recorded_at, customer_id, source_type, source_id, description,
    previous_hash, hash)
  select ${ctx.accountId}::uuid, g.id, 1000000 + g.n, 'payment', '2026-11-20', now(), g.id, 'raw', g.id, '', '', ''
  from unnest(${ids}::uuid[]) with ordinality g(id, n)`

const writeRaw = async (account: Tenant, ...legs: bigint[][]) => {
  const entries = legs.map((amounts) => ({ id: fresh(), legs: amounts }))
  await account.run((ctx) => {
    const ids = entries.map((entry) => entry.id)
    return sql`with e as (${rawEntries(ctx, ids)}) ${rawLegs(ctx, entries)}`.execute(ctx.db)
  })
  return entries[0]!.id
}

describe('the ledger', () => {
  it('books an invoice, settles it in parts and never lets it fall below zero', async () => {
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

  it('refuses to settle an invoice that is not owed', async () => {
    const { customerId } = await owed(10_000n)
    const payment = paying(fresh(), customerId, 4_000n)
    await expect(
      tenant.run((ctx) => bookPayment(ctx, { ...payment, reserved: false })),
    ).rejects.toMatchObject({ code: 'wrong_state' })
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('never reserves more than remains in fifty concurrent reservations', async () => {
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

  it('refuses to void or write off an invoice while a payment is under way', async () => {
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

  it('turns an overpayment into unapplied credit and reopens the invoice on a refund', async () => {
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

  it('rejects updates and deletes of entries', async () => {
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

  it('rejects in the database an entry that is incomplete or does not balance', async () => {
    const raw = await test.tenant()
    const right = [5n, -5n]
    const entryId = await writeRaw(raw, right, [7n, -4n, -3n])
    for (const wrong of [[5n], [5n, -4n], [-1n, -1n]]) {
      await expect(writeRaw(await test.tenant(), wrong)).rejects.toThrow(/does not balance/)
      const among = [...Array.from({ length: 500 }, () => right), wrong, right]
      await expect(writeRaw(await test.tenant(), ...among)).rejects.toThrow(/does not balance/)
    }
    const other = await test.tenant()
    await expect(other.run((ctx) => rawEntries(ctx, [fresh()]).execute(ctx.db))).rejects.toThrow(
      /has no legs/,
    )
    const add = (id: string, legs: bigint[]) =>
      raw.run((ctx) => rawLegs(ctx, [{ id, legs }], 2).execute(ctx.db))
    await expect(add(entryId, right)).rejects.toThrow(/not written together with all its legs/)
    await expect(add(entryId, [5n])).rejects.toThrow(/does not balance/)
    await expect(add(fresh(), right)).rejects.toThrow(/violates foreign key/)
    const kept = await raw.run((ctx) =>
      sql<{ legs: number }>`select count(*)::int as legs from ledger_postings`.execute(ctx.db),
    )
    expect(kept.rows[0]!.legs).toBe(5)
  })

  it('hides entries and projections from another account', async () => {
    const other = await test.tenant()
    const { invoiceId } = await owed(700n)
    expect(await other.run((ctx) => readReceivables(ctx, [invoiceId]))).toEqual([])
    const all = await other.run((ctx) =>
      sql<{ n: number }>`select count(*)::int as n from ledger_entries`.execute(ctx.db),
    )
    expect(all.rows[0]!.n).toBe(0)
  })

  it('makes the aging buckets add up to the amount owed for any due dates', async () => {
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

  it('verifies correct books and reports a corrupted projection', async () => {
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
    const { invoiceId } = await owed(900n)
    await tenant.run((ctx) =>
      sql`update receivables set remaining_minor = 899 where invoice_id = ${invoiceId}`.execute(ctx.db),
    )
    expect((await tenant.run(verifyLedger)).differences).toEqual([
      `invoice ${invoiceId}: remaining is 899, the entries say 900`,
    ])
  })

  it('keeps daily sums that equal the postings, reports corrupted ones and rebuilds them from the entries', async () => {
    const mine = await test.tenant()
    const [invoiceId, customerId, paymentId] = [fresh(), fresh(), fresh()]
    const invoice = { invoiceId, customerId, currency: 'USD', number: 'I-1', dueDate: '2026-12-01' }
    await mine.run((ctx) =>
      bookInvoice(ctx, { ...invoice, bookedOn: '2026-11-01', netMinor: 9_000n, taxMinor: 1_000n }),
    )
    const paid = { ...paying(invoiceId, customerId, 4_000n, 500n), paymentId, surchargeMinor: 90n }
    await mine.run((ctx) => bookPayment(ctx, { ...paid, bookedOn: '2026-11-03', reserved: false }))
    const back = { ...paying(invoiceId, customerId, 1_000n), paymentId, refundId: fresh() }
    await mine.run((ctx) => bookRefund(ctx, { ...back, bookedOn: '2026-11-03' }))
    await mine.run((ctx) => bookWriteOff(ctx, { invoiceId, number: 'I-1', bookedOn: '2026-11-04' }))
    const daysOf = (ctx: Ctx) =>
      sql`select booked_on, invoiced_minor, collected_minor, owed_minor from ledger_days order by 1`.execute(
        ctx.db,
      )
    const kept = await mine.run(daysOf)
    expect(kept.rows).toEqual([
      { booked_on: '2026-11-01', invoiced_minor: 10_000n, collected_minor: 0n, owed_minor: 10_000n },
      { booked_on: '2026-11-03', invoiced_minor: 0n, collected_minor: 3_500n, owed_minor: -3_000n },
      { booked_on: '2026-11-04', invoiced_minor: 0n, collected_minor: 0n, owed_minor: -7_000n },
    ])
    expect((await mine.run(verifyLedger)).differences).toEqual([])
    await mine.run((ctx) =>
      sql`update ledger_days set collected_minor = 1 where booked_on = '2026-11-03'`.execute(ctx.db),
    )
    expect((await mine.run(verifyLedger)).differences).toEqual([
      'day 2026-11-03 USD: collected is 1, the entries say 3500',
    ])
    await mine.run((ctx) => sql`delete from ledger_days where booked_on = '2026-11-04'`.execute(ctx.db))
    await mine.run(rebuildDays)
    expect((await mine.run(verifyLedger)).differences).toEqual([])
    expect((await mine.run(daysOf)).rows).toEqual(kept.rows)
  })
})
