import { z } from 'zod'
import { line, productText, strict, text } from '../shapes.ts'

/** A company's look to its customers, and where they can pay without a processor, as staff see it. */
export const companyLook = {
  accent_color: z.string().describe('#rrggbb, or empty for ours'),
  customer_note: z.string().describe('a line below the name on the pay page and in the portal'),
  sale_terms: z.string().describe('at the end of invoices'),
  bank_details: z
    .object({
      account_name: z.string(),
      bank_name: z.string(),
      routing_number: z.string(),
      account_number: z.string(),
      iban: z.string(),
      bic: z.string(),
      check_payee: z.string(),
      check_address: z.string(),
    })
    .describe('where customers can pay without a processor'),
}

const bankDetails = {
  account_name: line(100),
  bank_name: line(100),
  routing_number: line(20),
  account_number: line(30),
  iban: line(50),
  bic: line(20),
  check_payee: line(100),
  check_address: text(400),
}

export const companyLookChanges = {
  accent_color: z
    .union([z.literal(''), z.string().regex(/^#[0-9a-f]{6}$/i)], 'Enter a color such as #0e6553.')
    .transform((color) => color.toLowerCase())
    .optional(),
  customer_note: line(160).optional(),
  sale_terms: text(2000).optional(),
  bank_details: strict(bankDetails).partial().optional(),
}

export const BANK_DETAIL_NAMES = Object.keys(bankDetails) as (keyof typeof bankDetails)[]

/** The company as its payers see it. */
export const payerCompany = z.object({
  name: z.string(),
  logo: z.string().nullable(),
  email: z.string().describe('whom to ask; empty without one'),
  phone: z.string().describe('empty without one'),
  colors: z
    .record(z.string(), z.string())
    .describe('style properties with the company’s color, readable in light and dark'),
  note: z.string().describe('a line of the company to its customers'),
})

export const otherWays = z
  .array(
    z.object({ title: productText, facts: z.array(z.object({ label: productText, value: z.string() })) }),
  )
  .describe('bank transfer and check, each with what to write on it')
