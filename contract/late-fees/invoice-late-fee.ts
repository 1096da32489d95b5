import { z } from 'zod'
import { amount, date, id } from '../shapes.ts'

/** A late fee as its invoice shows it. */
export const invoiceLateFee = z.object({
  pk: id,
  text: z.string().describe("'Late fee, November 2026'"),
  charged_on: date,
  amount: amount.describe('within the total: without what was waived'),
  waived: amount,
})
