import { z } from 'zod'
import { formatAmount } from '../../../../domain/money/money.ts'

/** Amounts come as JSON numbers of at most 15 digits, whose shortest text is exact. */
const decimal = z.union([z.number(), z.string()]).transform(String)

const text = z
  .string()
  .nullish()
  .transform((given) => given ?? '')

const MS_DATE = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/

/** A day, as /Date(1573689600000+0000)/ or 2019-11-14T00:00:00. */
const day = text.transform((given) => {
  const ms = MS_DATE.exec(given)?.[1]
  return ms === undefined ? given.slice(0, 10) : new Date(Number(ms)).toISOString().slice(0, 10) // a day of the wire
})

const ref = z.object({ ContactID: z.guid() })

export const contactShape = z.object({
  ContactID: z.guid(),
  MergedToContactID: z.guid().optional(),
  ContactStatus: z.string().default('ACTIVE'),
  Name: text,
  FirstName: text,
  LastName: text,
  EmailAddress: text,
  ContactPersons: z
    .array(z.object({ EmailAddress: text, IncludeInEmails: z.boolean().default(false) }))
    .default([]),
  Addresses: z
    .array(
      z.object({
        AddressType: z.string().default(''),
        AddressLine1: text,
        AddressLine2: text,
        City: text,
        Region: text,
        PostalCode: text,
        Country: text,
      }),
    )
    .default([]),
  Phones: z
    .array(
      z.object({
        PhoneType: z.string().default(''),
        PhoneNumber: text,
        PhoneAreaCode: text,
        PhoneCountryCode: text,
      }),
    )
    .default([]),
  IsCustomer: z.boolean().default(false),
  IsSupplier: z.boolean().default(false),
  DefaultCurrency: text,
  UpdatedDateUTC: text,
})

const lineItem = z.object({
  LineItemID: z.string().optional(),
  Description: text,
  Quantity: decimal.optional(),
  UnitAmount: decimal.optional(),
  TaxType: text,
  TaxAmount: decimal.default('0'),
  LineAmount: decimal.default('0'),
})

export const invoiceShape = z.object({
  InvoiceID: z.guid(),
  Type: z.string(),
  Status: z.string(),
  InvoiceNumber: text,
  Reference: text,
  Contact: ref.optional(),
  CurrencyCode: text,
  Date: day,
  DueDate: day,
  LineAmountTypes: z.string().default('Exclusive'),
  LineItems: z.array(lineItem).default([]),
  TotalTax: decimal.default('0'),
  Total: decimal.default('0'),
  AmountDue: decimal.default('0'),
  UpdatedDateUTC: text,
})

export const allocationShape = z.object({
  AllocationID: z.guid().optional(),
  Amount: decimal,
  Date: day,
  Invoice: z.object({ InvoiceID: z.guid() }),
  IsDeleted: z.boolean().default(false),
})

export const creditNoteShape = z.object({
  CreditNoteID: z.guid(),
  Type: z.string(),
  Status: z.string(),
  CreditNoteNumber: text,
  Reference: text,
  Contact: ref.optional(),
  CurrencyCode: text,
  Date: day,
  Total: decimal.default('0'),
  RemainingCredit: decimal.default('0'),
  Allocations: z.array(allocationShape).default([]),
  UpdatedDateUTC: text,
})

const received = {
  Type: z.string(),
  Status: z.string(),
  Reference: text,
  Contact: ref.optional(),
  CurrencyCode: text,
  Date: day,
  Total: decimal.default('0'),
  RemainingCredit: decimal.default('0'),
  Allocations: z.array(allocationShape).default([]),
  UpdatedDateUTC: text,
}

export const prepaymentShape = z.object({ PrepaymentID: z.guid(), ...received })
export const overpaymentShape = z.object({ OverpaymentID: z.guid(), ...received })

export const paymentShape = z.object({
  PaymentID: z.guid(),
  BatchPaymentID: z.guid().optional(),
  BatchPayment: z.object({ BatchPaymentID: z.guid() }).optional(),
  Date: day,
  Amount: decimal.default('0'),
  Reference: text,
  Status: z.string().default('AUTHORISED'),
  PaymentType: z.string().default('ACCRECPAYMENT'),
  Invoice: z.object({ InvoiceID: z.guid(), Contact: ref.optional(), CurrencyCode: text }).optional(),
  UpdatedDateUTC: text,
})

export const batchShape = z.object({
  BatchPaymentID: z.guid(),
  Status: z.string().default('AUTHORISED'),
  Reference: text,
  Details: text,
})

export const bankTransactionShape = z.looseObject({
  BankTransactionID: z.guid(),
  Type: z.string(),
  Status: z.string().default('AUTHORISED'),
  Reference: text,
})

export const pagination = z.object({ itemCount: z.number().int().nonnegative().optional() }).optional()

export type XeroContact = z.output<typeof contactShape>
export type XeroInvoice = z.output<typeof invoiceShape>
export type XeroCreditNote = z.output<typeof creditNoteShape>
export type XeroReceived = Omit<z.output<typeof prepaymentShape>, 'PrepaymentID'>
export type XeroPayment = z.output<typeof paymentShape>

/** Converts minor units to the number that the API takes. Its shortest text is the exact decimal. */
export const numberOf = (minor: bigint, currency: string): number => Number(formatAmount(minor, currency)) // not money: JSON only
