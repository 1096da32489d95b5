import { describe, expect, it } from 'vitest'
import { newId } from '../../../../platform/ids.ts'
import { applyCreditMemo, readCreditMemo, unapplyCreditMemo } from '../../../credit-memos/index.ts'
import { aCreditMemo } from '../../../credit-memos/testing.ts'
import { mergeCustomers, readCustomerDetail, undoMerge } from '../../../customers/index.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { customerBalanceOf, selectCustomerPostings } from '../../../ledger/index.ts'
import { anOpenInvoice, balancesOf, paymentsFixture, refusalOf } from '../../testing.ts'
import { recordPayment } from '../pay/record-payment.ts'
import { refundPayment } from '../refund/refund-payment.ts'
import { useCredit } from './use-credit.ts'

const payments = paymentsFixture(20)
const ALWAYS = { from: '2020-01-01', to: '2030-01-01' }

/** A duplicate with a check of $50 and a memo of $30 that settled nothing, and the other customer, who owes $100 and $20. */
async function merged() {
  const { run } = payments.tenant
  const [from, into] = await run(async (ctx) => [
    await aCustomer(ctx, { shortName: 'Twice' }),
    await aCustomer(ctx, { shortName: 'Once' }),
  ])
  const check = await run((ctx) =>
    recordPayment(ctx, {
      ...{ customer: from.id, type: 'check', total: '50.00', received_on: '2026-11-20', reference: '' },
      request_id: newId(0),
      invoices: [],
    }),
  )
  const memo = await run((ctx) => aCreditMemo(ctx, { customer: from.id, total: '30.00' }))
  const later = await run((ctx) => anOpenInvoice(ctx, '100.00', into, '2026-12-20'))
  const sooner = await run((ctx) => anOpenInvoice(ctx, '20.00', into, '2026-12-10'))
  await run((ctx) => mergeCustomers(ctx, from.id, into.id))
  return { from, into, check: check.id, memo: memo.pk, sooner: sooner.invoiceId, later: later.invoiceId }
}

const spend = (payment: string, invoice: string | null, amount = '') =>
  payments.tenant.run((ctx) =>
    useCredit(ctx, payment, {
      request_id: newId(0),
      ...(invoice !== null && { invoices: [{ invoice, amount }] }),
    }),
  )
const apply = (memo: string, invoice: string, amount: string) =>
  payments.tenant.run((ctx) => applyCreditMemo(ctx, memo, { invoice, amount, request_id: newId(0) }))

/** Reads what the customers owe and have, and checks that their statements agree. */
async function standing(...ids: readonly string[]) {
  const { run } = payments.tenant
  const found: [string, string][] = []
  for (const id of ids) {
    const { owedMinor, unappliedMinor } = await run((ctx) => customerBalanceOf(ctx, id, 'USD'))
    const postings = await run((ctx) => selectCustomerPostings(ctx, [id], ALWAYS))
    const sum = (account: string) =>
      postings.reduce((so, one) => (one.account === account ? so + one.amountMinor : so), 0n)
    expect([sum('receivable'), -sum('unapplied')]).toEqual([owedMinor, unappliedMinor])
    found.push([`${owedMinor}`, `${unappliedMinor - sum('customer_credit')}`])
  }
  return found
}

describe('credit of a merged customer', () => {
  it('settles invoices of the other one, and the sums of both stay exact', async () => {
    const { from, into, check, memo, sooner, later } = await merged()
    expect(await standing(from.id, into.id)).toEqual([
      ['0', '8000'],
      ['12000', '0'],
    ])
    const shown = async () => (await payments.tenant.run((ctx) => readCustomerDetail(ctx, into.id))).merged
    expect(await shown()).toMatchObject([{ pk: from.id, credit_left: '80.00' }])
    const used = await spend(check, later, '35.00')
    expect(used).toMatchObject({ unapplied_amount: '15.00', customer: { pk: from.id } })
    expect(await apply(memo, later, '30.00')).toMatchObject({ status: 'Applied', remaining: '0.00' })
    expect(await spend(check, null)).toMatchObject({ unapplied_amount: '0.00' })
    expect((await balancesOf(payments.tenant, sooner)).remaining).toBe('5.00')
    expect((await balancesOf(payments.tenant, later)).remaining).toBe('35.00')
    expect(await standing(from.id, into.id)).toEqual([
      ['0', '0'],
      ['4000', '0'],
    ])
    expect(await shown()).toMatchObject([{ credit_left: '0.00' }])
  })

  it('returns to the merged one when its use or its payment is taken back', async () => {
    const { from, into, check, memo, later } = await merged()
    await spend(check, later, '50.00')
    const { applications } = await apply(memo, later, '30.00')
    await payments.tenant.run((ctx) => unapplyCreditMemo(ctx, memo, applications[0]!.pk))
    await refundPayment(payments.tenant.uow(), check, {
      ...{ total: '50.00', total_currency: 'USD', request_id: newId(0), reason: '' },
    })
    expect(await standing(from.id, into.id)).toEqual([
      ['0', '3000'],
      ['12000', '0'],
    ])
    expect((await payments.tenant.run((ctx) => readCreditMemo(ctx, memo))).remaining).toBe('30.00')
  })

  it('is refused once the merge is undone, for a third customer, and the other way around', async () => {
    const { from, check, memo, later } = await merged()
    const { tenant } = payments
    const stranger = await tenant.run((ctx) => anOpenInvoice(ctx, '10.00'))
    expect((await refusalOf(spend(check, stranger.invoiceId, '10.00'))).code).toBe('not_found')
    expect((await refusalOf(apply(memo, stranger.invoiceId, '10.00'))).fields).toHaveProperty('invoice')
    await tenant.run((ctx) => undoMerge(ctx, from.id))
    expect((await refusalOf(spend(check, later, '10.00'))).code).toBe('not_found')
    expect((await refusalOf(spend(check, null))).code).toBe('wrong_state')
    expect((await refusalOf(apply(memo, later, '10.00'))).fields).toHaveProperty('invoice')
    const [duplicate, other] = await tenant.run(async (ctx) => [await aCustomer(ctx), await aCustomer(ctx)])
    const owed = await tenant.run((ctx) => anOpenInvoice(ctx, '40.00', duplicate, '2026-12-10'))
    const theirs = await tenant.run((ctx) => aCreditMemo(ctx, { customer: other.id, total: '30.00' }))
    await tenant.run((ctx) => mergeCustomers(ctx, duplicate.id, other.id))
    expect((await refusalOf(apply(theirs.pk, owed.invoiceId, '30.00'))).fields).toHaveProperty('invoice')
  })
})
