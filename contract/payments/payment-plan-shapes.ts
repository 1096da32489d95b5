import { z } from 'zod'
import { DATE_FORMATS } from '../../domain/dates/calendar.ts'
import {
  MAX_INSTALLMENTS,
  MAX_PLAN_INVOICES,
  PAYMENT_PLAN_STATES,
  PLAN_INTERVALS,
  PLAN_SIGNER_MAX_LENGTH,
  PLAN_TEXT_MAX_LENGTH,
} from '../../domain/payment-plans/plan-terms.ts'
import { amount, date, id, instant, requiredName, strict, text } from '../shapes.ts'
import { installmentFee, installmentStatus, payersInstallment } from './plan-of-invoice.ts'

const portalInstallment = payersInstallment.extend({
  url: z.string().describe('its payment options: `installment_id` is part of the address'),
})

/** A payment plan of one invoice. A plan for several invoices has a row for each, with the shares of that invoice. */
export const portalPaymentPlan = z.object({
  pk: id,
  id,
  state: z.enum(PAYMENT_PLAN_STATES).exclude(['proposed', 'canceled']),
  invoice: z.object({
    pk: id,
    id,
    number: z.string(),
    currency: z.string(),
    total: amount,
    remaining: amount,
    due_date: date,
    days_past_due: z.number().int(),
    url: z.string(),
  }),
  payment_method: z
    .string()
    .nullable()
    .describe(
      "'Visa •••• 4242' when installments are charged by themselves; null when they are paid by hand",
    ),
  installment_count: z.number().int().describe('of the whole plan'),
  installments: z.array(portalInstallment).describe('earliest first'),
})

/** A payment plan as staff see it. */
export const paymentPlanRow = z.object({
  pk: id,
  id,
  state: z.enum(PAYMENT_PLAN_STATES),
  origin: z.enum(['staff', 'customer']),
  customer: z.object({ pk: id, short_name: z.string() }),
  invoices: z.array(z.object({ pk: id, number: z.string() })),
  currency: z.string(),
  total: amount.describe('of all installments'),
  remaining: amount,
  installment_count: z.number().int(),
  paid_count: z.number().int(),
  missed_count: z.number().int().describe('installments that are past due and not paid'),
  next_due_date: date.nullable().describe('of the earliest installment that is not paid'),
  next_amount: amount.nullable().describe('what is still to be paid of it'),
  sent_at: instant.nullable().describe('when the proposal was emailed'),
  is_expired: z.boolean().describe('true when a proposal can’t be confirmed any more'),
  created: instant,
})

const agreement = z.object({
  by: z.string().describe('the name that was typed'),
  at: instant,
  via: z.enum(['link', 'portal', 'pay_link', 'staff']),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  text: z.string(),
})

export const paymentPlan = paymentPlanRow.extend({
  revision: z.number().int(),
  message: z.string(),
  expires_on: date.describe('last day on which the proposal can be confirmed'),
  charges_itself: z.boolean(),
  fee: amount.describe('owed once the plan is confirmed, without what was waived; 0 for none'),
  fee_waived: amount,
  fee_invoice: z.string().nullable().describe('number of the invoice that the charged fee is part of'),
  created_by: z.string().nullable().describe('null for the customer, and for people who left'),
  invoices: z.array(
    z.object({ pk: id, number: z.string(), due_date: date, total: amount, remaining: amount }),
  ),
  installments: z.array(
    z.object({
      id,
      number: z.number().int(),
      status: installmentStatus,
      due_date: date,
      amount,
      balance: amount,
      down_payment: z.boolean(),
      fee: installmentFee,
    }),
  ),
  agreement: agreement.nullable(),
  ended_at: instant.nullable(),
  ended_because: z.string(),
  can: z.object({ update: z.boolean(), send: z.boolean(), cancel: z.boolean() }),
})

/** A schedule as somebody writes it. Its problems stand beside `installments.0.amount` and so on. */
const writtenInstallments = z
  .array(
    strict({
      due_date: date,
      amount,
      down_payment: z.boolean().default(false),
    }),
  )
  .min(1, 'Add at least one installment.')
  .max(MAX_INSTALLMENTS, `A plan has at most ${MAX_INSTALLMENTS} installments.`)

export const planFields = {
  installments: writtenInstallments.describe('they add up to what is owed, without the fee'),
  fee: amount
    .default('')
    .describe('added to the first installment and owed once the plan is confirmed; empty for none'),
  message: text(PLAN_TEXT_MAX_LENGTH).default('').describe('to the customer'),
}

export const planInvoices = z
  .array(id)
  .min(1, 'Choose at least one invoice.')
  .max(MAX_PLAN_INVOICES, `A plan covers at most ${MAX_PLAN_INVOICES} invoices.`)

export const signer = requiredName(PLAN_SIGNER_MAX_LENGTH).describe('who agrees, as they typed it')
export const agreed = z.literal(true, 'Agree to the payment plan to continue.')

/** A proposal as its customer sees it before and after they confirm it. */
export const proposal = z.object({
  pk: id,
  state: z.enum(PAYMENT_PLAN_STATES),
  revision: z.number().int().describe('sent back when it is confirmed'),
  company: z.object({
    name: z.string(),
    logo: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
  }),
  customer: z.string(),
  date_format: z.enum(DATE_FORMATS),
  currency: z.string(),
  total: amount.describe('still to be paid'),
  message: z.string(),
  invoices: z.array(z.object({ number: z.string(), due_date: date, remaining: amount })),
  installments: z.array(
    z.object({
      number: z.number().int(),
      status: installmentStatus,
      due_date: date,
      amount,
      balance: amount,
      down_payment: z.boolean(),
      fee: installmentFee,
    }),
  ),
  fee: amount.describe('within the total: owed once the plan is confirmed; 0 for none'),
  expires_on: date,
  agreement_text: z
    .string()
    .describe('what is agreed to, word for word; empty when nothing is owed any more'),
  charge_text: z.string().describe('the sentence that is added when installments are charged automatically'),
  may_charge_itself: z
    .boolean()
    .describe('the customer has a method for automatic payments, which can be charged for each installment'),
  charges_itself: z.boolean(),
  confirmed_by: z.string(),
  confirmed_at: instant.nullable(),
  pay_url: z
    .string()
    .nullable()
    .describe('a new pay link of the invoice to pay first, while the confirmed plan asks for something'),
})

export const policy = z.object({
  today: date.describe('the account’s day, on which a plan can begin'),
  customers_may_choose: z.boolean(),
  min_amount: amount.describe('an invoice has to owe this much'),
  max_installments: z.number().int(),
  max_days: z.number().int().describe('days until the last installment'),
  down_payment_percent: z.number().int().describe('of what is owed, paid at once; 0 for none'),
  intervals: z.array(z.enum(PLAN_INTERVALS)),
  grace_days: z.number().int().describe('days after a missed installment until the plan defaults'),
  fee: amount.describe('of a plan that a customer chooses; 0 for none'),
})
