import type { contract } from '../../../../contract/index.ts'
import type { RequestOf } from '../../../../contract/route.ts'
import type { PaymentTerms } from '../../../../domain/dates/terms.ts'
import {
  computeInvoiceTotals,
  type InvoiceLine,
  type InvoiceTotals,
} from '../../../../domain/invoices/invoice-totals.ts'
import { formatAmount, parseAmount } from '../../../../domain/money/money.ts'
import { parseQuantity } from '../../../../domain/money/quantity.ts'
import { formatRate, parseRate } from '../../../../domain/money/rate.ts'
import type { DepositTo } from '../../../../domain/payments/deposit-to.ts'
import { isSome } from '../../../ui/text/money-text.ts'
import type { CustomerOption } from '../../customer-options.ts'
import type { Invoice } from '../invoice-look.ts'
import type { Totals } from './totals-list.tsx'

/** A line as typed; every value is text. */
export interface LineValues {
  description: string
  detail: string
  quantity: string
  unit_price: string
  discount: string
  tax_name: string
  tax_rate: string
}

export interface DraftValues {
  customer: CustomerOption | null
  number: string
  invoice_date: string
  terms: PaymentTerms
  due_date: string
  notes: string
  deposit_to: DepositTo
  lines: LineValues[]
}

export interface TaxRate {
  readonly name: string
  readonly rate: string
}

/** The API's body for a new draft. */
export type DraftBody = NonNullable<RequestOf<typeof contract.invoices.create>['body']>

export const NO_TAX: TaxRate = { name: '', rate: '0' }

/** An empty line with the tax of the line above, which is usually the right one. */
export const blankLine = (tax: TaxRate = NO_TAX): LineValues => ({
  description: '',
  detail: '',
  quantity: '1',
  unit_price: '',
  discount: '',
  tax_name: tax.name,
  tax_rate: tax.rate,
})

export const taxOf = (line: LineValues | undefined): TaxRate =>
  line ? { name: line.tax_name, rate: line.tax_rate } : NO_TAX

/** True for a line without any typed text. */
export const isBlankLine = (line: LineValues): boolean =>
  [line.description, line.detail, line.unit_price].every((text) => text.trim() === '')

/** Converts an invoice from the API to form values. */
export function draftOf(invoice: Invoice): DraftValues {
  return {
    customer: {
      id: invoice.customer.pk,
      label: invoice.customer.short_name,
      email: invoice.customer.email,
      currency: invoice.currency,
      terms: null,
    },
    number: invoice.number,
    invoice_date: invoice.invoice_date,
    terms: invoice.terms as PaymentTerms,
    due_date: invoice.due_date,
    notes: invoice.notes,
    deposit_to: invoice.deposit_to,
    lines: invoice.lines.map(({ amount: _, ...line }) => ({
      ...line,
      discount: isSome(line.discount) ? line.discount : '',
    })),
  }
}

/**
 * Returns the API's body, and the form line of each sent line. Blank lines are left out, so the server's line
 * numbers differ from the form's. The number is sent only when changed, so that a new invoice takes the next
 * one.
 */
export function draftBody(
  values: DraftValues,
  knownNumber: string,
): { body: DraftBody; sentLines: readonly number[] } {
  const written = values.lines.flatMap((line, at) => (isBlankLine(line) ? [] : [{ line, at }]))
  const number = values.number.trim()
  return {
    sentLines: written.map(({ at }) => at),
    body: {
      customer: values.customer?.id ?? '',
      ...(number !== knownNumber && { number }),
      invoice_date: values.invoice_date,
      terms: values.terms,
      ...(values.terms === 'custom' && { due_date: values.due_date }),
      notes: values.notes,
      deposit_to: values.deposit_to,
      lines: written.map(({ line }) => ({
        ...line,
        discount: line.discount.trim() || '0',
        tax_rate: line.tax_rate.trim() || '0',
      })),
    },
  }
}

const LINE_FIELDS = [
  'description',
  'detail',
  'quantity',
  'unit_price',
  'discount',
  'tax_name',
  'tax_rate',
] as const

type LineField = `lines.${number}.${(typeof LINE_FIELDS)[number]}`

/** Maps an API field to its form field: 'lines.0.quantity' may be the form's 'lines.1.quantity'. */
export function lineFieldNames(sentLines: readonly number[]): Record<string, LineField> {
  return Object.fromEntries(
    sentLines.flatMap((at, sent) =>
      LINE_FIELDS.map((field): [string, LineField] => [`lines.${sent}.${field}`, `lines.${at}.${field}`]),
    ),
  )
}

/** Unreadable text counts as zero, so that totals update while the user types. */
function readLine(line: LineValues, currency: string): InvoiceLine {
  const quantity = parseQuantity(line.quantity.trim())
  const price = parseAmount(line.unit_price.trim(), currency)
  const discount = parseRate(line.discount.trim() || '0')
  const tax = parseRate(line.tax_rate.trim() || '0')
  return {
    quantity: quantity.ok ? quantity.quantity : 0n,
    unitPriceMinor: price.ok ? price.minor : 0n,
    discountPpm: discount.ok ? discount.ppm : 0,
    taxPpm: tax.ok ? tax.ppm : 0,
    taxName: line.tax_name,
  }
}

/** Computes the totals of the typed values as the server does. */
export function draftTotals(lines: readonly LineValues[], currency: string): Totals & { lines: string[] } {
  const totals: InvoiceTotals = computeInvoiceTotals(lines.map((line) => readLine(line, currency)))
  const text = (minor: bigint): string => formatAmount(minor, currency)
  return {
    subtotal: text(totals.subtotalMinor),
    discount: text(totals.discountMinor),
    total: text(totals.totalMinor),
    taxes: totals.taxes.map((tax) => ({
      name: tax.name,
      rate: formatRate(tax.ratePpm),
      base: text(tax.baseMinor),
      amount: text(tax.taxMinor),
    })),
    lines: totals.lines.map((line) => text(line.netMinor)),
  }
}

/** Tax rates to offer: those on the lines and recently used ones, each once. */
export function offeredRates(used: readonly TaxRate[], lines: readonly LineValues[]): TaxRate[] {
  const rates = new Map<string, TaxRate>()
  for (const rate of [...used, ...lines.map((line) => taxOf(line))]) {
    if (rate.name.trim() === '' && !isSome(rate.rate)) continue
    rates.set(rateKey(rate), rate)
  }
  return [...rates.values()]
}

export const rateKey = (rate: TaxRate): string => `${rate.rate} ${rate.name}`

export const rateText = (rate: TaxRate): string =>
  rate.name.trim() === '' && !isSome(rate.rate) ? 'None' : `${rate.name || 'Tax'} ${rate.rate}%`
