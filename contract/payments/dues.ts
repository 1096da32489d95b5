import { z } from 'zod'
import { amount, date, id } from '../shapes.ts'

const dueLine = z.object({
  pk: id,
  number: z.string(),
  due_date: date,
  days_past_due: z.number().int(),
  payable: amount.describe('what remains and is not on its way'),
  in_flight: amount,
  automatic: z.boolean().describe('a stored method pays it by itself'),
})

/** Amounts that a customer has to pay, in their own currency, earliest due first. */
export const dues = z.object({
  now: z.object({
    count: z.number().int().describe('invoices that are overdue or due today'),
    payable: amount.describe('of those that one payment can cover; without automatic ones'),
    covered: z.number().int().describe('how many `payable` is made of'),
    whole: z.boolean().describe('false when more is due than one payment can cover'),
    lines: z.array(dueLine).describe('the first'),
  }),
  later: z.object({
    count: z.number().int(),
    amount: amount.describe('remaining'),
    lines: z.array(dueLine).describe('the next'),
  }),
})
