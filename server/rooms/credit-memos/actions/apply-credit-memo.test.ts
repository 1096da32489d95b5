import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { countSuppressedDuplicates } from '../../../../testing/count-suppressed-duplicates.ts'
import { setUpBooks } from '../../../../testing/set-up-books.ts'
import { newId } from '../../../platform/ids.ts'
import { aCustomer } from '../../customers/testing.ts'
import { readInvoice, updateInvoice, voidInvoice, writeOffInvoice } from '../../invoices/index.ts'
import { aDraft, aLine, anOpenInvoice, draftInput } from '../../invoices/testing.ts'
import { release, reserve } from '../../ledger/index.ts'
import { applyCreditMemo, readCreditMemo, unapplyCreditMemo, voidCreditMemo } from '../index.ts'
import { aCreditMemo } from '../testing.ts'

const { test, tenant } = setUpBooks()
let customer: string
beforeAll(async () => {
  customer = (await tenant.run((ctx) => aCustomer(ctx))).id
})

const key = () => `req-${newId(test.clock.wallNow())}`
const pair = (total = '500.00') =>
  tenant.run(async (ctx) => ({
    memo: await aCreditMemo(ctx, { customer, total }),
    invoice: await anOpenInvoice(ctx, { customer }),
  }))
const apply = (memo: { id: string }, invoice: { id: string }, amount: string, request_id = key()) =>
  tenant.run((ctx) => applyCreditMemo(ctx, memo.id, { invoice: invoice.id, amount, request_id }))
const unapply = (memo: { id: string }, application: string) =>
  tenant.run((ctx) => unapplyCreditMemo(ctx, memo.id, application))
const invoiceNow = (invoice: { id: string }) => tenant.run((ctx) => readInvoice(ctx, invoice.id))

describe('applying', () => {
  it('settles an invoice up to the remaining credit', async () => {
    const { memo, invoice } = await pair()
    const used = await apply(memo, invoice, '200.00')
    expect(used).toMatchObject({
      status: 'Open',
      remaining: '300.00',
      applications: [
        { invoice: { pk: invoice.id, number: invoice.number }, amount: '200.00', unapplied_at: null },
      ],
    })
    const settled = await invoiceNow(invoice)
    expect(settled).toMatchObject({
      remaining: '1050.00',
      credited: '200.00',
      paid: '0.00',
      can: { edit: false, void: false },
    })
    expect(settled.timeline[0]).toMatchObject({ kind: 'credit', amount: '200.00' })
    expect(await apply(memo, invoice, '300.00')).toMatchObject({ status: 'Applied', remaining: '0.00' })
  })

  it.each([
    ['500.01', 'Only $500.00 is left on this credit memo.'],
    ['0', 'The amount should be greater than 0'],
    ['-1', 'The amount should be greater than 0'],
    ['1.001', 'Enter an amount with at most 2 decimals.'],
    ['lots', expect.any(String)],
  ])('an amount of %j is refused, and nothing is kept of it', async (amount, text) => {
    const { memo, invoice } = await pair()
    await expect(apply(memo, invoice, amount)).rejects.toMatchObject({ fields: { amount: [text] } })
    expect(await tenant.run((ctx) => readCreditMemo(ctx, memo.id))).toMatchObject({ applications: [] })
  })

  it('refuses more than the invoice’s remaining amount less reserved payments', async () => {
    const { memo, invoice } = await pair('5000.00')
    await expect(apply(memo, invoice, '1250.01')).rejects.toMatchObject({
      fields: { amount: ['You can apply at most $1,250.00 to this invoice.'] },
    })
    const share = [{ invoiceId: invoice.id, amountMinor: 100_000n }]
    await tenant.run((ctx) => reserve(ctx, share))
    await expect(apply(memo, invoice, '250.01')).rejects.toMatchObject({
      fields: { amount: ['You can apply at most $250.00 to this invoice.'] },
    })
    expect(await apply(memo, invoice, '250.00')).toMatchObject({ remaining: '4750.00' })
    await tenant.run((ctx) => release(ctx, share))
  })

  it('accepts only an open invoice of the same customer and currency', async () => {
    const { memo, invoice } = await pair()
    const other = await tenant.run((ctx) => anOpenInvoice(ctx))
    await expect(apply(memo, other, '1')).rejects.toMatchObject({
      fields: { invoice: [expect.stringContaining('another customer')] },
    })
    const draft = await tenant.run((ctx) => aDraft(ctx, { customer }))
    await expect(apply(memo, draft, '1')).rejects.toMatchObject({
      fields: { invoice: ['Nothing is owed on this invoice.'] },
    })
    await tenant.run((ctx) => voidInvoice(ctx, invoice.id, ''))
    await expect(apply(memo, invoice, '1')).rejects.toMatchObject({
      fields: { invoice: ['Nothing is owed on this invoice.'] },
    })
    await tenant.run((ctx) => voidCreditMemo(ctx, memo.id))
    await expect(apply(memo, other, '1')).rejects.toMatchObject({ code: 'wrong_state' })
  })

  it('returns 404 for a memo or an invoice of another account', async () => {
    const { memo, invoice } = await pair()
    const stranger = await test.tenant()
    const foreign = await stranger.run((ctx) => anOpenInvoice(ctx))
    await expect(apply(memo, foreign, '1')).rejects.toMatchObject({ code: 'not_found' })
    const asked = { invoice: invoice.id, amount: '1', request_id: key() }
    await expect(stranger.run((ctx) => applyCreditMemo(ctx, memo.id, asked))).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(stranger.run((ctx) => unapplyCreditMemo(ctx, memo.id, invoice.id))).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('a repeated request', () => {
  it('applies once with the same reply and refuses other values', async () => {
    const { memo, invoice } = await pair()
    const request = key()
    const first = await apply(memo, invoice, '100.00', request)
    const counted = await countSuppressedDuplicates(test.app, 'applied_credit')
    expect(await apply(memo, invoice, '100.00', request)).toEqual(first)
    expect(await countSuppressedDuplicates(test.app, 'applied_credit')).toBe(counted + 1)
    await expect(apply(memo, invoice, '100.01', request)).rejects.toMatchObject({ code: 'request_id_reused' })
    expect((await invoiceNow(invoice)).credited).toBe('100.00')
  })

  it('applies once when sent fifty times concurrently', async () => {
    const { memo, invoice } = await pair()
    const request = key()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => apply(memo, invoice, '10.00', request)),
    )
    expect(new Set(answers.map((answer) => answer.remaining))).toEqual(new Set(['490.00']))
    const rows = await tenant.run((ctx) =>
      sql<{
        n: number
      }>`select count(*)::int as n from audit_entries where object_id = ${memo.id} and action = 'credit-memos.apply'`.execute(
        ctx.db,
      ),
    )
    expect(rows.rows[0]!.n).toBe(1)
  })

  it('never applies more than the remaining credit in fifty concurrent requests', async () => {
    const { memo, invoice } = await pair()
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => apply(memo, invoice, '30.00')))
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(16)
    expect(await tenant.run((ctx) => readCreditMemo(ctx, memo.id))).toMatchObject({ remaining: '20.00' })
    expect(await invoiceNow(invoice)).toMatchObject({ remaining: '770.00', credited: '480.00' })
  })

  it('lets only one of a concurrent invoice change and application succeed', async () => {
    for (let round = 0; round < 15; round++) {
      const { memo, invoice } = await pair()
      const lines = [aLine({ unit_price: '1.00' })]
      const [changed, applied] = await Promise.allSettled([
        tenant.run((ctx) =>
          updateInvoice(ctx, invoice.id, { ...draftInput(customer, { lines }), revision: 1 }),
        ),
        apply(memo, invoice, '500.00'),
      ])
      expect((changed.status === 'fulfilled') !== (applied.status === 'fulfilled')).toBe(true)
    }
  })

  it('lets only one of a concurrent invoice void and application succeed', async () => {
    for (let round = 0; round < 15; round++) {
      const { memo, invoice } = await pair()
      const [voided, applied] = await Promise.allSettled([
        tenant.run((ctx) => voidInvoice(ctx, invoice.id, '')),
        apply(memo, invoice, '500.00'),
      ])
      expect((voided.status === 'fulfilled') !== (applied.status === 'fulfilled')).toBe(true)
    }
  })
})

describe('unapplying', () => {
  it('reopens the invoice and restores the credit, once', async () => {
    const { memo, invoice } = await pair()
    const { applications } = await apply(memo, invoice, '500.00')
    const application = applications[0]!.pk
    await expect(tenant.run((ctx) => voidCreditMemo(ctx, memo.id))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    const freed = await unapply(memo, application)
    expect(freed).toMatchObject({
      status: 'Open',
      remaining: '500.00',
      applications: [{ pk: application, unapplied_at: expect.any(String) }],
    })
    expect(await invoiceNow(invoice)).toMatchObject({ remaining: '1250.00', credited: '0.00' })
    await expect(unapply(memo, application)).rejects.toMatchObject({ code: 'wrong_state' })
    await expect(unapply(memo, memo.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await tenant.run((ctx) => voidCreditMemo(ctx, memo.id))).toMatchObject({ status: 'Void' })
  })

  it('unapplies once in thirty concurrent requests', async () => {
    const { memo, invoice } = await pair()
    const { applications } = await apply(memo, invoice, '500.00')
    const attempts = await Promise.allSettled(
      Array.from({ length: 30 }, () => unapply(memo, applications[0]!.pk)),
    )
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1)
    expect(await invoiceNow(invoice)).toMatchObject({ remaining: '1250.00' })
  })

  it('reopens a written-off invoice', async () => {
    const { memo, invoice } = await pair()
    const { applications } = await apply(memo, invoice, '500.00')
    await tenant.run((ctx) => writeOffInvoice(ctx, invoice.id, ''))
    await unapply(memo, applications[0]!.pk)
    expect(await invoiceNow(invoice)).toMatchObject({ state: 'open', remaining: '500.00' })
  })
})
