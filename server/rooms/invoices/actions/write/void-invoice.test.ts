import { describe, expect, it } from 'vitest'
import { setUpBooks } from '../../../../../testing/set-up-books.ts'
import { readPdf } from '../../../documents/testing.ts'
import { bookPaymentReturn, readReceivables, release, reserve } from '../../../ledger/index.ts'
import {
  duplicateInvoice,
  invoicePdfOf,
  readInvoice,
  removeDraft,
  reopenWrittenOff,
  verifyInvoiceCounters,
  voidInvoice,
  writeOffInvoice,
} from '../../index.ts'
import { aDraft, anOpenInvoice, settle } from '../../testing.ts'

const { test, tenant } = setUpBooks()

const owedOn = async (id: string) =>
  (await tenant.run((ctx) => readReceivables(ctx, [id])))[0]!.remainingMinor
const printed = async (id: string) =>
  readPdf((await invoicePdfOf(tenant.uow(), id)).bytes)
    .pages.flat()
    .join('\n')

describe('voiding', () => {
  it('voids an invoice as a whole', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    const voided = await tenant.run((ctx) => voidInvoice(ctx, invoice.id, 'Wrong customer'))
    expect(voided).toMatchObject({ state: 'void', status: 'Void', remaining: '0.00', total: '1250.00' })
    expect(voided).toMatchObject({ closed_at: voided.timeline[0]!.at, closed_because: 'Wrong customer' })
    expect(invoice).toMatchObject({ closed_at: null, closed_because: '' })
    expect(Object.values(voided.can)).not.toContain(true)
    expect(voided.timeline[0]).toMatchObject({ kind: 'void', text: 'Voided by Olive Owner: Wrong customer' })
    expect(await printed(invoice.id)).toContain('VOID')
    await expect(tenant.run((ctx) => voidInvoice(ctx, invoice.id, ''))).rejects.toMatchObject({
      code: 'wrong_state',
    })
  })

  it('refuses drafts, partly paid invoices, those with a payment in flight, and other accounts', async () => {
    const draft = await tenant.run((ctx) => aDraft(ctx))
    const paid = await tenant.run((ctx) => anOpenInvoice(ctx))
    await tenant.run((ctx) => settle(ctx, paid, 500n))
    const paying = await tenant.run((ctx) => anOpenInvoice(ctx))
    await tenant.run((ctx) => reserve(ctx, [{ invoiceId: paying.id, amountMinor: 100n }]))
    for (const { id } of [draft, paid, paying]) {
      await expect(tenant.run((ctx) => voidInvoice(ctx, id, ''))).rejects.toMatchObject({
        code: 'wrong_state',
      })
      expect(await tenant.run((ctx) => readInvoice(ctx, id))).toMatchObject({ can: { void: false } })
    }
    const stranger = await test.tenant()
    await expect(stranger.run((ctx) => voidInvoice(ctx, paid.id, ''))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('does not void while a reservation holds the invoice', async () => {
    for (let round = 0; round < 20; round++) {
      const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
      const [voided, reserved] = await Promise.allSettled([
        tenant.run((ctx) => voidInvoice(ctx, invoice.id, '')),
        tenant.run((ctx) => reserve(ctx, [{ invoiceId: invoice.id, amountMinor: 125_000n }])),
      ])
      const wasReserved = reserved.status === 'fulfilled' && reserved.value.ok
      expect((voided.status === 'fulfilled') !== wasReserved).toBe(true)
    }
  })
})

describe('writing off', () => {
  it('writes off the remaining amount and reports it', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    await tenant.run((ctx) => settle(ctx, invoice, 100_000n))
    const closed = await tenant.run((ctx) => writeOffInvoice(ctx, invoice.id, 'Bankrupt'))
    expect(closed).toMatchObject({
      state: 'written_off',
      status: 'Written off',
      remaining: '0.00',
      paid: '1000.00',
    })
    expect(closed.timeline.find((event) => event.kind === 'write_off')).toMatchObject({
      text: 'Written off by Olive Owner: Bankrupt',
      amount: '250.00',
    })
    expect(closed.timeline.find((event) => event.kind === 'payment')).toMatchObject({
      text: 'Payment PAY-7',
      amount: '1000.00',
      link: expect.stringContaining('/payment-processing/'),
    })
  })

  it('refuses when nothing remains or a payment is in flight', async () => {
    const paid = await tenant.run((ctx) => anOpenInvoice(ctx))
    await tenant.run((ctx) => settle(ctx, paid, 125_000n))
    expect(await tenant.run((ctx) => readInvoice(ctx, paid.id))).toMatchObject({
      status: 'Paid',
      paid: '1250.00',
    })
    const paying = await tenant.run((ctx) => anOpenInvoice(ctx))
    const share = [{ invoiceId: paying.id, amountMinor: 100n }]
    await tenant.run((ctx) => reserve(ctx, share))
    const draft = await tenant.run((ctx) => aDraft(ctx))
    for (const { id } of [paid, paying, draft])
      await expect(tenant.run((ctx) => writeOffInvoice(ctx, id, ''))).rejects.toMatchObject({
        code: 'wrong_state',
      })
    expect(await tenant.run((ctx) => readInvoice(ctx, paying.id))).toMatchObject({ in_flight: '1.00' })
    await tenant.run((ctx) => release(ctx, share))
  })

  it('reopens the invoice when a payment is returned', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    const payment = await tenant.run((ctx) => settle(ctx, invoice, 100_000n))
    await tenant.run((ctx) => writeOffInvoice(ctx, invoice.id, ''))
    await tenant.run((ctx) => reopenWrittenOff(ctx, [invoice.id]))
    expect(await tenant.run((ctx) => readInvoice(ctx, invoice.id))).toMatchObject({ state: 'written_off' })
    await tenant.run(async (ctx) => {
      await bookPaymentReturn(ctx, { ...payment, reason: 'insufficient funds' })
      await reopenWrittenOff(ctx, [invoice.id])
    })
    const open = await tenant.run((ctx) => readInvoice(ctx, invoice.id))
    expect(open).toMatchObject({
      state: 'open',
      remaining: '1000.00',
      paid: '0.00',
      status: 'Due in 30 days',
    })
    expect(open.timeline.some((event) => event.kind === 'returned')).toBe(true)
    expect(await owedOn(invoice.id)).toBe(100_000n)
  })
})

describe('deleting a draft', () => {
  it('deletes it with its lines and releases the last number taken', async () => {
    const fresh = await test.tenant()
    const first = await fresh.run((ctx) => aDraft(ctx))
    const second = await fresh.run((ctx) => aDraft(ctx))
    const third = await fresh.run((ctx) => aDraft(ctx))
    await fresh.run((ctx) => removeDraft(ctx, second.id))
    await fresh.run((ctx) => removeDraft(ctx, third.id))
    await expect(fresh.run((ctx) => readInvoice(ctx, third.id))).rejects.toMatchObject({ code: 'not_found' })
    expect([first.number, (await fresh.run((ctx) => aDraft(ctx))).number]).toEqual(['INV-1001', 'INV-1003'])
    expect(await fresh.run(verifyInvoiceCounters)).toEqual([])
  })

  it('refuses a sent invoice and other accounts', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    await expect(tenant.run((ctx) => removeDraft(ctx, invoice.id))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    const draft = await tenant.run((ctx) => aDraft(ctx))
    const stranger = await test.tenant()
    await expect(stranger.run((ctx) => removeDraft(ctx, draft.id))).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('duplicating', () => {
  it('creates a draft of today with the same lines and another number', async () => {
    const invoice = await tenant.run((ctx) =>
      anOpenInvoice(ctx, {
        invoice_date: '2026-10-01',
        terms: 'custom',
        due_date: '2026-10-08',
        notes: 'Dock 2',
      }),
    )
    const copy = await tenant.run((ctx) => duplicateInvoice(ctx, invoice.id))
    expect(copy).toMatchObject({
      state: 'draft',
      invoice_date: '2026-11-20',
      due_date: '2026-11-27',
      notes: 'Dock 2',
      total: '1250.00',
      lines: invoice.lines,
      customer: { pk: invoice.customer.pk },
    })
    expect(copy.number).not.toBe(invoice.number)
    expect(await printed(copy.id)).toContain('DRAFT')
    const stranger = await test.tenant()
    await expect(stranger.run((ctx) => duplicateInvoice(ctx, invoice.id))).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(invoicePdfOf(stranger.uow(), invoice.id)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
