import { applyCreditMemo, unapplyCreditMemo } from '../../../server/rooms/credit-memos/index.ts'
import { chargeLateFees, waiveLateFees } from '../../../server/rooms/invoices/index.ts'
import { aFeeRule } from '../../../server/rooms/invoices/testing.ts'
import { recordPayment, refundPayment } from '../../../server/rooms/payments/index.ts'
import type { Tenant } from '../../../testing/test-app.ts'
import { pickOf, type Random } from './random.ts'

const TODAY = '2026-11-20'

export const decimal = (minor: bigint): string => `${minor / 100n}.${`${minor % 100n}`.padStart(2, '0')}`

const openInvoices = (tenant: Tenant, minor: bigint) =>
  tenant.run(({ db }) =>
    db
      .selectFrom('invoices')
      .innerJoin('receivables', 'receivables.invoice_id', 'invoices.id')
      .select(['invoices.id', 'invoices.customer_id', 'remaining_minor', 'reserved_minor'])
      .where('remaining_minor', '>', minor)
      .where('invoices.state', '=', 'open')
      .orderBy('invoices.number')
      .execute(),
  )

/** Does a day's work in Quittance: a payment, a refund, a late fee, a waiver, a use of credit; each on some days. */
export async function changeHere(
  tenant: Tenant,
  random: Random,
  day: number,
  withFees: boolean,
): Promise<void> {
  if (random(2) === 0) await payOne(tenant, random, day)
  if (random(4) === 0) await refundOne(tenant, random, day)
  if (random(3) === 0 && withFees) await chargeFee(tenant, random, day)
  if (random(6) === 0) await waiveOne(tenant, random)
  if (random(4) === 0) await applyCredit(tenant, random, day)
}

async function payOne(tenant: Tenant, random: Random, day: number): Promise<void> {
  const invoice = pickOf(random, await openInvoices(tenant, 500n))
  if (!invoice) return
  const all = invoice.remaining_minor - invoice.reserved_minor
  const amount = decimal(random(3) === 0 ? all : 100n + BigInt(random(300)))
  await tenant.run((ctx) =>
    recordPayment(ctx, {
      customer: invoice.customer_id,
      type: 'check',
      total: amount,
      received_on: '2026-11-19',
      reference: '',
      request_id: `month-payment-${day}`,
      invoices: [{ invoice: invoice.id, amount }],
    }),
  )
}

async function refundOne(tenant: Tenant, random: Random, day: number): Promise<void> {
  const payments = await tenant.run(({ db }) =>
    db
      .selectFrom('payments')
      .select(['id', 'captured_minor', 'refunded_minor'])
      .where('status', '=', 'confirmed')
      .whereRef('captured_minor', '>', 'refunded_minor')
      .orderBy('number')
      .execute(),
  )
  const payment = pickOf(random, payments)
  if (!payment) return
  const left = payment.captured_minor - payment.refunded_minor
  await refund(tenant, payment.id, random(2) === 0 ? left : 1n + BigInt(random(Number(left))), `day-${day}`)
}

export async function refund(tenant: Tenant, payment: string, minor: bigint, request: string): Promise<void> {
  const money = { total: decimal(minor), total_currency: 'USD', reason: '' }
  await refundPayment(tenant.uow(), payment, { ...money, request_id: `month-refund-${request}-${payment}` })
}

async function chargeFee(tenant: Tenant, random: Random, day: number): Promise<void> {
  const invoice = pickOf(random, await openInvoices(tenant, 0n))
  if (!invoice) return
  await tenant.run(async (ctx) => {
    const fee = {
      invoiceId: invoice.id,
      ruleId: await aFeeRule(ctx),
      planId: null,
      period: day,
      day: TODAY,
      description: `Late fee ${day}`,
      amountMinor: 150n + BigInt(random(500)),
      cap: null,
    }
    await chargeLateFees(ctx, [fee], TODAY)
  })
}

async function waiveOne(tenant: Tenant, random: Random): Promise<void> {
  const fees = await tenant.run(({ db }) => db.selectFrom('late_fees').select('id').orderBy('id').execute())
  const fee = pickOf(random, fees)
  if (fee) await waive(tenant, fee.id)
}

/** Waives a fee as far as it is not paid. */
export const waive = (tenant: Tenant, fee: string): Promise<unknown> =>
  tenant.run((ctx) => waiveLateFees(ctx, [fee], 'Goodwill', TODAY))

async function applyCredit(tenant: Tenant, random: Random, day: number): Promise<void> {
  const pairs = await tenant.run(({ db }) =>
    db
      .selectFrom('credit_memos')
      .innerJoin('credit_balances', 'credit_balances.credit_memo_id', 'credit_memos.id')
      .innerJoin('invoices', 'invoices.customer_id', 'credit_memos.customer_id')
      .innerJoin('receivables', 'receivables.invoice_id', 'invoices.id')
      .select(['credit_memos.id as memo', 'invoices.id as invoice'])
      .where('credit_balances.remaining_minor', '>', 200n)
      .where('receivables.remaining_minor', '>', 500n)
      .where('receivables.reserved_minor', '=', 0n)
      .where('invoices.state', '=', 'open')
      .orderBy('credit_memos.number')
      .orderBy('invoices.number')
      .execute(),
  )
  const pair = pickOf(random, pairs)
  if (!pair) return
  await tenant.run((ctx) =>
    applyCreditMemo(ctx, pair.memo, {
      invoice: pair.invoice,
      amount: '1.50',
      request_id: `month-credit-${day}`,
    }),
  )
}

/** Takes back the credit that was used on an invoice. */
export const takeBackCredit = (tenant: Tenant, invoice: string): Promise<void> =>
  tenant.run(async (ctx) => {
    const uses = await ctx.db
      .selectFrom('credit_applications')
      .select(['id', 'credit_memo_id'])
      .where('invoice_id', '=', invoice)
      .where('unapplied_at', 'is', null)
      .execute()
    for (const { id, credit_memo_id } of uses) await unapplyCreditMemo(ctx, credit_memo_id, id)
  })
