import { z } from 'zod'
import { PAYMENT_PLAN_STATES } from '../../domain/payment-plans/plan-terms.ts'
import { amount, date, id } from '../shapes.ts'

/** The payment plan of an invoice in lists. */
export const planOfInvoice = z
  .object({ pk: id, state: z.enum(PAYMENT_PLAN_STATES) })
  .nullable()
  .describe('the plan by which it is paid; payers see no proposals')

export const installmentStatus = z.enum(['Open', 'Paid', 'Overdue'])
export const installmentFee = amount.describe(
  'the plan’s fee within the amount, without what was waived; 0 for none',
)

/** An installment of a plan as a payer of one of its invoices sees it. */
export const payersInstallment = z.object({
  id,
  number: z.number().int().describe('counted from 1'),
  status: installmentStatus,
  due_date: date,
  total_amount: amount.describe('the share of this invoice'),
  balance: amount.describe('what is still to be paid of it'),
  down_payment: z.boolean(),
  fee: installmentFee,
})

/** The plan of an invoice as its payer sees it. */
export const planOfPayer = z.object({
  pk: id,
  state: z.enum(['proposed', 'confirmed', 'defaulted']),
  confirm_by: date.nullable().describe('last day to confirm a proposal'),
  may_open: z.boolean().describe('the caller can open the proposal, because they see all its invoices'),
  payment_method: z
    .string()
    .nullable()
    .describe('charged for each installment; null when they are paid by hand'),
  installment_count: z.number().int().describe('of the whole plan'),
  next: z
    .object({ id, payable: amount.describe('without payments under way') })
    .nullable()
    .describe('the earliest installment of a confirmed plan that can be paid now'),
  installments: z.array(payersInstallment).describe('with the shares of this invoice, earliest first'),
})
