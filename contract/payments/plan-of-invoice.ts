import { z } from 'zod'
import { PAYMENT_PLAN_STATES } from '../../domain/payment-plans/plan-terms.ts'
import { id } from '../shapes.ts'

/** The payment plan of an invoice in lists. */
export const planOfInvoice = z
  .object({ pk: id, state: z.enum(PAYMENT_PLAN_STATES) })
  .nullable()
  .describe('the plan by which it is paid; payers see no proposals')
