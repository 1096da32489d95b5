import { z } from 'zod'
import { amount, line as oneLine, requiredLine, strict, text } from './shapes.ts'

/** A line as it is written. */
export const invoiceLineInput = strict({
  description: requiredLine(300),
  detail: text(1000).default(''),
  quantity: z.string('Enter a quantity.').max(20).describe('up to 4 decimals'),
  unit_price: amount,
  discount: z.string().max(10).default('0').describe('percent, up to 4 decimals'),
  tax_name: oneLine(60).default(''),
  tax_rate: z.string().max(10).default('0').describe('percent, up to 4 decimals'),
})

/** A line with its amount. */
export const invoiceLine = z.object({
  description: z.string(),
  detail: z.string(),
  quantity: z.string(),
  unit_price: amount,
  discount: z.string(),
  tax_name: z.string(),
  tax_rate: z.string(),
  amount: amount.describe('net of discount, before tax'),
})
