import { z } from 'zod'
import { formatAmount } from '../../../../domain/money/money.ts'

/** Amounts come as JSON numbers of at most 15 digits, whose shortest text is exact. */
const decimal = z.union([z.number(), z.string()]).transform(String)

const ref = z.object({ value: z.string(), name: z.string().default('') })
const flagged = {
  Id: z.string(),
  SyncToken: z.string().default('0'),
  /** Only in an answer about changes. */
  status: z.string().optional(),
}
const phone = z.object({ FreeFormNumber: z.string().default('') }).optional()

export const customerShape = z.object({
  ...flagged,
  DisplayName: z.string().default(''),
  CompanyName: z.string().default(''),
  PrimaryEmailAddr: z.object({ Address: z.string().default('') }).optional(),
  PrimaryPhone: phone,
  Mobile: phone,
  Fax: phone,
  BillAddr: z
    .object({
      Line1: z.string().default(''),
      Line2: z.string().default(''),
      City: z.string().default(''),
      CountrySubDivisionCode: z.string().default(''),
      PostalCode: z.string().default(''),
      Country: z.string().default(''),
    })
    .optional(),
  CurrencyRef: ref.optional(),
  ParentRef: ref.optional(),
  Active: z.boolean().default(true),
})

const line = z.object({
  Description: z.string().default(''),
  Amount: decimal.default('0'),
  DetailType: z.string().default(''),
  SalesItemLineDetail: z
    .object({
      Qty: decimal.optional(),
      UnitPrice: decimal.optional(),
      ItemRef: ref.optional(),
    })
    .optional(),
})

export const invoiceShape = z.object({
  ...flagged,
  DocNumber: z.string().default(''),
  TxnDate: z.string().default(''),
  DueDate: z.string().default(''),
  CustomerRef: ref.optional(),
  CurrencyRef: ref.optional(),
  Line: z.array(line).default([]),
  TxnTaxDetail: z.object({ TotalTax: decimal.default('0') }).optional(),
  TotalAmt: decimal.default('0'),
  Balance: decimal.default('0'),
  CustomerMemo: z.object({ value: z.string() }).optional(),
  PrivateNote: z.string().default(''),
})

export const memoShape = invoiceShape.omit({ DueDate: true, Line: true, TxnTaxDetail: true }).extend({
  RemainingCredit: decimal.optional(),
})

export const paymentShape = z.object({
  ...flagged,
  CustomerRef: ref.optional(),
  CurrencyRef: ref.optional(),
  TotalAmt: decimal.default('0'),
  UnappliedAmt: decimal.optional(),
  TxnDate: z.string().default(''),
  PaymentRefNum: z.string().default(''),
  Line: z
    .array(
      z.object({
        Amount: decimal.default('0'),
        LinkedTxn: z.array(z.object({ TxnId: z.string(), TxnType: z.string() })).default([]),
      }),
    )
    .default([]),
})

export type QuickBooksCustomer = z.output<typeof customerShape>
export type QuickBooksInvoice = z.output<typeof invoiceShape>
export type QuickBooksMemo = z.output<typeof memoShape>
export type QuickBooksPayment = z.output<typeof paymentShape>

/** Converts minor units to the number that the API takes. Its shortest text is the exact decimal. */
export const numberOf = (minor: bigint, currency: string): number => Number(formatAmount(minor, currency)) // not money: JSON only
