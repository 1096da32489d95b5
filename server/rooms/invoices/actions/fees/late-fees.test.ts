import { describe, expect, it } from 'vitest'
import { setUpBooks } from '../../../../../testing/set-up-books.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { readPdf } from '../../../documents/testing.ts'
import { bookPaymentReturn, readReceivables, reserve, verifyLedger } from '../../../ledger/index.ts'
import {
  chargeLateFees,
  invoicePdfOf,
  readInvoice,
  readInvoiceForPayer,
  restoreLateFee,
  updateInvoice,
  voidInvoice,
  waiveLateFees,
  writeOffInvoice,
} from '../../index.ts'
import { aFeeRule, aLine, anOpenInvoice, asLinkHolder, draftInput, settle } from '../../testing.ts'

const { test, tenant } = setUpBooks()

const DAY = '2026-12-30'
const feeOf = (invoiceId: string, ruleId: string, period = 0) => ({
  invoiceId,
  ruleId,
  planId: null,
  period,
  day: DAY,
  description: 'Late fee, December 2026',
  amountMinor: 15_63n,
  cap: null,
})

/** Charges an invoice of 1,250.00 a fee of 15.63, and returns both ids. */
async function aLateInvoice(ctx: Ctx) {
  const ruleId = await aFeeRule(ctx)
  const invoice = await anOpenInvoice(ctx)
  const [fee] = await chargeLateFees(ctx, [feeOf(invoice.id, ruleId)], DAY)
  return { invoice, ruleId, planId: null, feeId: fee!.id }
}

const read = (id: string) => tenant.run((ctx) => readInvoice(ctx, id))
const waive = (id: string) => tenant.run((ctx) => waiveLateFees(ctx, [id], 'Goodwill', DAY))
const ledgerIsSound = async () =>
  expect(await tenant.run((ctx) => verifyLedger(ctx))).toMatchObject({ differences: [] })

describe('a late fee', () => {
  it('is owed on its invoice and shown with its day', async () => {
    const { invoice, feeId } = await tenant.run(aLateInvoice)
    const late = await read(invoice.id)
    expect(late).toMatchObject({ total: '1265.63', remaining: '1265.63', subtotal: '1250.00', tax: '0.00' })
    expect(late.late_fees).toEqual([
      {
        pk: feeId,
        text: 'Late fee, December 2026',
        charged_on: DAY,
        amount: '15.63',
        waived: '0.00',
      },
    ])
    expect(late.timeline[0]).toMatchObject({ kind: 'late_fee', amount: '15.63' })
    const payer = asLinkHolder(invoice.id, invoice.customer.pk)
    expect(await tenant.run((ctx) => readInvoiceForPayer(ctx, invoice.id), payer)).toMatchObject({
      total: '1265.63',
      late_fees: [{ text: 'Late fee, December 2026', charged_on: DAY, amount: '15.63' }],
    })
    const printed = readPdf((await invoicePdfOf(tenant.uow(), invoice.id)).bytes)
      .pages.flat()
      .join('\n')
    expect(printed).toContain('Late fee, December 2026')
    expect(printed).toContain('1,265.63')
    await ledgerIsSound()
  })

  it('is charged once for its invoice, rule and period', async () => {
    const { invoice, ruleId } = await tenant.run(aLateInvoice)
    const again = () => tenant.run((ctx) => chargeLateFees(ctx, [feeOf(invoice.id, ruleId)], DAY))
    expect(await again()).toEqual([])
    const racing = await Promise.all(
      Array.from({ length: 8 }, () =>
        tenant.run((ctx) => chargeLateFees(ctx, [feeOf(invoice.id, ruleId, 1)], DAY)),
      ),
    )
    expect(racing.flat()).toHaveLength(1)
    expect(await read(invoice.id)).toMatchObject({ total: '1281.26', remaining: '1281.26' })
    await ledgerIsSound()
  })

  it('stays when its invoice is edited, and moves to another customer', async () => {
    const { invoice } = await tenant.run(aLateInvoice)
    const other = await tenant.run((ctx) => anOpenInvoice(ctx))
    const changed = await tenant.run((ctx) =>
      updateInvoice(ctx, invoice.id, {
        ...draftInput(other.customer.pk, { lines: [aLine({ unit_price: '1000.00' })] }),
        revision: invoice.revision,
      }),
    )
    expect(changed).toMatchObject({ total: '1015.63', remaining: '1015.63', subtotal: '1000.00' })
    expect(changed.late_fees).toHaveLength(1)
    await ledgerIsSound()
  })

  it('is waived and charged again', async () => {
    const { invoice, feeId } = await tenant.run(aLateInvoice)
    expect(await waive(feeId)).toMatchObject([{ minor: 15_63n, kept: null }])
    expect(await waive(feeId)).toMatchObject([{ minor: 0n, kept: 'waived' }])
    expect(await read(invoice.id)).toMatchObject({
      total: '1250.00',
      remaining: '1250.00',
      late_fees: [{ amount: '0.00', waived: '15.63' }],
    })
    await ledgerIsSound()
    await tenant.run((ctx) => restoreLateFee(ctx, feeId, DAY))
    expect(await read(invoice.id)).toMatchObject({ total: '1265.63', late_fees: [{ waived: '0.00' }] })
    await expect(tenant.run((ctx) => restoreLateFee(ctx, feeId, DAY))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    await ledgerIsSound()
  })

  it('is waived except for what is paid or being paid', async () => {
    const { invoice, feeId } = await tenant.run(aLateInvoice)
    await tenant.run((ctx) => settle(ctx, invoice, 1_255_63n))
    await tenant.run((ctx) => reserve(ctx, [{ invoiceId: invoice.id, amountMinor: 10_00n }]))
    expect(await waive(feeId)).toMatchObject([{ minor: 0n, kept: 'in_flight' }])
    const partly = await tenant.run(aLateInvoice)
    await tenant.run((ctx) => settle(ctx, partly.invoice, 1_255_63n))
    expect(await waive(partly.feeId)).toMatchObject([{ minor: 10_00n, kept: null }])
    expect(await read(partly.invoice.id)).toMatchObject({ total: '1255.63', remaining: '0.00' })
    const paid = await tenant.run(aLateInvoice)
    await tenant.run((ctx) => settle(ctx, paid.invoice, 1_265_63n))
    expect(await waive(paid.feeId)).toMatchObject([{ minor: 0n, kept: 'paid' }])
    expect(await waive(await tenant.run(async (ctx) => nextId(ctx)))).toMatchObject([{ kept: 'unknown' }])
    await ledgerIsSound()
  })

  it('is waived when its invoice is voided, and written off with it', async () => {
    const { invoice, feeId } = await tenant.run(aLateInvoice)
    const voided = await tenant.run((ctx) => voidInvoice(ctx, invoice.id, 'Wrong customer'))
    expect(voided).toMatchObject({ state: 'void', total: '1250.00', remaining: '0.00' })
    expect(voided.late_fees).toMatchObject([{ amount: '0.00', waived: '15.63' }])
    await expect(tenant.run((ctx) => restoreLateFee(ctx, feeId, DAY))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    const paid = await tenant.run(aLateInvoice)
    await tenant.run((ctx) => settle(ctx, paid.invoice, 5_00n))
    await expect(tenant.run((ctx) => voidInvoice(ctx, paid.invoice.id, ''))).rejects.toMatchObject({
      code: 'wrong_state',
    })
    const off = await tenant.run((ctx) => writeOffInvoice(ctx, paid.invoice.id, 'Bankrupt'))
    expect(off).toMatchObject({ total: '1265.63', remaining: '0.00' })
    expect(await waive(paid.feeId)).toMatchObject([{ kept: 'closed' }])
    expect((await tenant.run((ctx) => readReceivables(ctx, [paid.invoice.id])))[0]).toMatchObject({
      chargedMinor: 1_265_63n,
    })
    await ledgerIsSound()
  })

  it('is waived as a whole when what was paid of it came back', async () => {
    const { invoice, feeId } = await tenant.run(aLateInvoice)
    const payment = await tenant.run((ctx) => settle(ctx, invoice, 1_255_63n))
    expect(await waive(feeId)).toMatchObject([{ minor: 10_00n }])
    await tenant.run((ctx) => bookPaymentReturn(ctx, { ...payment, reason: 'insufficient_funds' }))
    expect(await read(invoice.id)).toMatchObject({ total: '1255.63', remaining: '1255.63' })
    expect(await waive(feeId)).toMatchObject([{ minor: 5_63n, kept: null }])
    expect(await waive(feeId)).toMatchObject([{ minor: 0n, kept: 'waived' }])
    await tenant.run((ctx) => restoreLateFee(ctx, feeId, DAY))
    expect(await read(invoice.id)).toMatchObject({ total: '1265.63', remaining: '1265.63' })
    await ledgerIsSound()
  })

  it('that was waived in part does not keep its invoice from being voided', async () => {
    const { invoice, feeId } = await tenant.run(aLateInvoice)
    const payment = await tenant.run((ctx) => settle(ctx, invoice, 1_255_63n))
    await waive(feeId)
    await tenant.run((ctx) => bookPaymentReturn(ctx, { ...payment, reason: 'insufficient_funds' }))
    const voided = await tenant.run((ctx) => voidInvoice(ctx, invoice.id, ''))
    expect(voided).toMatchObject({ state: 'void', remaining: '0.00', late_fees: [{ waived: '15.63' }] })
    await ledgerIsSound()
  })

  it('belongs to its account', async () => {
    const { feeId } = await tenant.run(aLateInvoice)
    const stranger = await test.tenant()
    expect(await stranger.run((ctx) => waiveLateFees(ctx, [feeId], '', DAY))).toMatchObject([
      { kept: 'unknown' },
    ])
  })
})
