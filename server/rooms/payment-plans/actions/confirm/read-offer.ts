import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { msg, type Text } from '../../../../../domain/languages/msg.ts'
import { formatsOf } from '../../../../../domain/mails/formats.ts'
import { type CurrencyCode, displayAmount, formatAmount } from '../../../../../domain/money/money.ts'
import {
  type AllowedSchedule,
  allowedSchedules,
} from '../../../../../domain/payment-plans/allowed-schedules.ts'
import type { Actor, Ctx } from '../../../../platform/context.ts'
import { readerLocale, writeFor } from '../../../../platform/languages/translate.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { readCustomer } from '../../../customers/index.ts'
import { type InvoiceFacts, readInvoiceFacts, readIssuer } from '../../../invoices/index.ts'
import { findChargingMethod } from '../../store/charging-method.ts'
import { livePlansOf } from '../../store/plans.ts'
import { readPolicyRow } from '../../store/policy.ts'
import { writeAgreement } from './write-agreement.ts'

type Offer = HandlerReplyOf<typeof contract.paymentPlans.readOffer>

/** The plans that a payer can choose for an invoice, and why there are none. */
export interface PayersChoice {
  readonly invoice: InvoiceFacts
  readonly schedules: readonly AllowedSchedule[]
  /** The fee of the policy; zero for none. */
  readonly feeMinor: bigint
  /** Empty when the policy offers none. */
  readonly whyNot: Text
}

/** Returns what a payer can choose. Refuses invoice_unknown. */
export async function findChoice(ctx: Ctx, invoiceId: string): Promise<PayersChoice> {
  const [[invoice], policy, today] = await Promise.all([
    readInvoiceFacts(ctx, [invoiceId]),
    readPolicyRow(ctx),
    todayOf(ctx),
  ])
  if (!invoice) throw refuse('invoice_unknown')
  const none = (whyNot: Text): PayersChoice => ({ invoice, schedules: [], feeMinor: 0n, whyNot })
  if (!policy.customersMayChoose || invoice.state !== 'open' || invoice.remainingMinor === 0n) return none('')
  // A trust account takes no earned money, such as a plan's fee.
  if (invoice.depositTo === 'trust') return none('')
  const { currency } = await readIssuer(ctx)
  // Amounts of the policy are in the account's currency.
  if (invoice.currency !== currency && policy.minAmountMinor + policy.feeMinor > 0n) return none('')
  // A plan costs at most what it spreads.
  if (policy.feeMinor > invoice.remainingMinor) return none('')
  if ((await livePlansOf(ctx, [invoiceId])).length > 0)
    return none(msg('There is a payment plan for this invoice already.'))
  if (invoice.reservedMinor > 0n) return none(msg('A payment of this invoice is on its way.'))
  if (invoice.remainingMinor < policy.minAmountMinor)
    return none(
      msg('You can pay in installments when at least {amount} is owed.', {
        amount: displayAmount(policy.minAmountMinor, currency, { locale: readerLocale(ctx) }),
      }),
    )
  const schedules = allowedSchedules(policy, { totalMinor: invoice.remainingMinor, today })
  return { invoice, schedules, feeMinor: policy.feeMinor, whyNot: '' }
}

/** Adds the fee to the first installment of each schedule. */
const withFees = (schedules: readonly AllowedSchedule[], feeMinor: bigint): AllowedSchedule[] =>
  schedules.map((one) => ({
    ...one,
    installments: one.installments.map((installment, index) =>
      index === 0 ? { ...installment, amountMinor: installment.amountMinor + feeMinor } : installment,
    ),
  }))

/** A pay link alone charges no stored method; a portal session or the emailed code does. */
export const mayUseStored = (actor: Actor): boolean => actor.kind !== 'pay_link' || actor.unlocked

/** Returns the plans that a payer can choose, in the API's shape. Refuses invoice_unknown. */
export async function readOffer(ctx: Ctx, invoiceId: string): Promise<Offer> {
  const { invoice, schedules, feeMinor, whyNot } = await findChoice(ctx, invoiceId)
  const currency = invoice.currency as CurrencyCode
  const [issuer, customer, { graceDays }, method] = await Promise.all([
    readIssuer(ctx),
    readCustomer(ctx, invoice.customerId),
    readPolicyRow(ctx),
    findChargingMethod(ctx, invoice.customerId),
  ])
  return {
    can_choose: schedules.length > 0,
    currency,
    total: formatAmount(invoice.remainingMinor + feeMinor, currency),
    fee: formatAmount(feeMinor, currency),
    choices: withFees(schedules, feeMinor).map(({ interval, count, installments }) => ({
      interval,
      count,
      installments: installments.map(({ dueOn, amountMinor, isDownPayment }) => ({
        due_date: dueOn,
        amount: formatAmount(amountMinor, currency),
        down_payment: isDownPayment,
      })),
      agreement_text: writeAgreement(ctx, {
        company: issuer.companyName || writeFor(ctx, msg('The company')),
        customer: customer.companyName || customer.shortName,
        invoiceNumbers: [invoice.number],
        currency,
        installments,
        feeMinor,
        graceDays,
        chargesItself: false,
        formats: formatsOf(ctx.language ?? 'en', issuer.dateFormat, issuer.today),
      }),
    })),
    may_charge_itself: method !== null && mayUseStored(ctx.actor),
    why_not: writeFor(ctx, whyNot),
  }
}
