import { computeInvoiceTotals, type InvoiceLine } from '../../../../../domain/invoices/invoice-totals.ts'
import {
  type CurrencyCode,
  displayAmount,
  divideHalfUp,
  isAmountInRange,
  sumMinor,
} from '../../../../../domain/money/money.ts'
import { ONE_UNIT, parseQuantity } from '../../../../../domain/money/quantity.ts'
import { parseRate } from '../../../../../domain/money/rate.ts'
import type { Formats } from '../columns/guess-formats.ts'
import { quote, readAmount } from '../read-cells.ts'
import type { DraftLine, InvoiceDraft } from './invoice-draft.ts'

/** A line to write: quantity in ten-thousandths, rates in parts per million, price in minor units. */
export interface PricedLine extends InvoiceLine {
  /** Text of the file; may be empty. */
  readonly description: string
  readonly detail: string
}

export interface Priced {
  readonly lines: readonly PricedLine[]
  readonly totalMinor: bigint
  readonly paidMinor: bigint
}

type Errors = Record<string, string[]>

/**
 * Reads the amounts of an invoice in its currency. The invoice keeps its total; the paid amount is separate.
 */
export function priceInvoice(draft: InvoiceDraft, currency: CurrencyCode, formats: Formats): Priced | Errors {
  const errors: Errors = {}
  const money = (target: string, text: string): bigint | null => {
    if (text === '') return null
    const read = readAmount(text, currency, formats)
    if (!read.ok) errors[target] ??= [read.error]
    return read.ok ? read.value : null
  }
  const total = money('total', draft.total)
  const hasLines = draft.hasLines && draft.lines.some((line) => line.unitPrice !== '' || line.amount !== '')
  const lines = hasLines ? priceLines(draft, money, errors) : wholeLine(draft, total ?? 0n, money, errors)
  if (Object.keys(errors).length > 0) return errors
  if (draft.hasLines && !hasLines && total === null) return { unit_price: ['This field is required.'] }
  const sums = computeInvoiceTotals(lines)
  const problem = checkTotal(sums.totalMinor, total, currency)
  if (problem) return problem
  if (![sums.subtotalMinor, ...sums.lines.map((line) => line.grossMinor)].every(isAmountInRange))
    return { total: ['This invoice’s total is too large.'] }
  const paid = readPaid(
    draft,
    sums.totalMinor,
    { paid: money('amount_paid', draft.amountPaid), balance: money('balance', draft.balance) },
    currency,
  )
  if (Object.keys(errors).length > 0) return errors
  return typeof paid === 'bigint' ? { lines, totalMinor: sums.totalMinor, paidMinor: paid } : paid
}

export const isPriced = (outcome: Priced | Errors): outcome is Priced => 'totalMinor' in outcome

type ReadMoney = (target: string, text: string) => bigint | null

function checkTotal(computed: bigint, given: bigint | null, currency: CurrencyCode): Errors | null {
  const show = (minor: bigint) => displayAmount(minor, currency)
  if ((given ?? computed) < 0n) return { total: ['The total is negative. Issue a credit memo instead.'] }
  if (given !== null && given !== computed)
    return { total: [`The lines add up to ${show(computed)}, not ${show(given)}.`] }
  return computed === 0n ? { total: ['The total is 0, so nothing is owed.'] } : null
}

/** Makes one line of the total for a file without lines, including its tax if the file gives one. */
function wholeLine(draft: InvoiceDraft, total: bigint, money: ReadMoney, errors: Errors): PricedLine[] {
  const first = draft.lines[0]
  const line = {
    description: first?.description ?? '',
    detail: first?.detail ?? '',
    quantity: ONE_UNIT,
    discountPpm: 0,
  }
  const plain = [{ ...line, unitPriceMinor: total, taxPpm: 0 }]
  const tax = money('tax_amount', first?.taxAmount ?? '')
  if (tax !== null && tax > 0n && tax < total)
    return withTaxes([{ ...line, unitPriceMinor: total - tax, taxPpm: 0 }], [tax])
  const rate = readRate('tax_rate', first?.taxRate ?? '', errors)
  const net = divideHalfUp(total * 1_000_000n, 1_000_000n + BigInt(rate))
  const taxed = [{ ...line, unitPriceMinor: net, taxPpm: rate }]
  return computeInvoiceTotals(taxed).totalMinor === total ? taxed : plain
}

function priceLines(draft: InvoiceDraft, money: ReadMoney, errors: Errors): PricedLine[] {
  const lines = draft.lines.map((line) => priceLine(line, money, errors))
  const taxes = draft.lines.map((line) =>
    line.taxRate === '' ? (money('tax_amount', line.taxAmount) ?? 0n) : 0n,
  )
  return taxes.some((tax) => tax !== 0n) ? withTaxes(lines, taxes) : lines
}

function priceLine(line: DraftLine, money: ReadMoney, errors: Errors): PricedLine {
  const quantity = readQuantity(line.quantity, errors)
  const taxPpm = readRate('tax_rate', line.taxRate, errors)
  const text = { description: line.description, detail: line.detail, taxPpm }
  if (line.unitPrice !== '') {
    const price = money('unit_price', line.unitPrice) ?? 0n
    const discountPpm = readRate('discount', line.discount, errors)
    // A deduction has a negative price, never a negative quantity. A quantity of zero becomes a price of
    // zero.
    if (quantity < 0n) return { ...text, quantity: -quantity, unitPriceMinor: -price, discountPpm }
    if (quantity === 0n) return { ...text, quantity: ONE_UNIT, unitPriceMinor: 0n, discountPpm: 0 }
    return { ...text, quantity, unitPriceMinor: price, discountPpm }
  }
  // The amount of a line includes its discount.
  const amount = money('line_amount', line.amount) ?? 0n
  if (quantity > 0n && (amount * ONE_UNIT) % quantity === 0n)
    return { ...text, quantity, unitPriceMinor: (amount * ONE_UNIT) / quantity, discountPpm: 0 }
  return { ...text, quantity: ONE_UNIT, unitPriceMinor: amount, discountPpm: 0 }
}

function readQuantity(text: string, errors: Errors): bigint {
  if (text === '') return ONE_UNIT
  const read = parseQuantity(text.replace(/(\.\d{4})0+$/, '$1'))
  if (!read.ok) errors.quantity ??= [`${quote(text)} isn’t a quantity with at most 4 decimals.`]
  return read.ok ? read.quantity : ONE_UNIT
}

function readRate(target: string, text: string, errors: Errors): number {
  if (text === '') return 0
  const read = parseRate(text.replace(/(\.\d{4})0+$/, '$1'))
  if (!read.ok) errors[target] ??= [`${quote(text)} isn’t a percentage from 0 to 100.`]
  return read.ok ? read.ppm : 0
}

const HUNDREDTH_OF_PERCENT = 100n

/**
 * Sets tax rates that produce each tax of the file. When no rate with at most two decimals does, the tax
 * becomes a separate line, because the total must be exact.
 */
function withTaxes(lines: readonly PricedLine[], taxes: readonly bigint[]): PricedLine[] {
  const untaxed = computeInvoiceTotals(lines)
  const taxed = lines.map((line, index) => {
    const net = untaxed.lines[index]!.netMinor
    const tax = taxes[index]!
    if (tax === 0n || net === 0n) return line
    const steps = divideHalfUp(tax * 1_000_000n, net * HUNDREDTH_OF_PERCENT)
    return steps > 0n && steps <= 10_000n ? { ...line, taxPpm: Number(steps * HUNDREDTH_OF_PERCENT) } : line
  })
  const wanted = untaxed.taxMinor + sumMinor(taxes)
  if (computeInvoiceTotals(taxed).taxMinor === wanted) return taxed
  const tax = { description: 'Tax', detail: '', quantity: ONE_UNIT, discountPpm: 0, taxPpm: 0 }
  return [...lines, { ...tax, unitPriceMinor: sumMinor(taxes) }]
}

function readPaid(
  draft: InvoiceDraft,
  total: bigint,
  { paid, balance }: { paid: bigint | null; balance: bigint | null },
  currency: CurrencyCode,
): bigint | Errors {
  const show = (minor: bigint) => displayAmount(minor, currency)
  if (balance !== null && balance < 0n)
    return { balance: ['The balance is negative. Issue a credit memo for the rest.'] }
  if (balance !== null && balance > total)
    return { balance: [`The balance is more than the total of ${show(total)}.`] }
  if (paid !== null && paid < 0n) return { amount_paid: ['The amount paid is negative.'] }
  if (paid !== null && paid > total)
    return { amount_paid: [`The amount paid is more than the total of ${show(total)}.`] }
  if (paid !== null && balance !== null && paid + balance > total)
    return {
      balance: [
        `${show(paid)} paid and a balance of ${show(balance)} add up to more than the total of ${show(total)}.`,
      ],
    }
  // The balance takes precedence: what is neither paid nor open was credited.
  if (balance !== null) return total - balance
  if (paid !== null) return paid
  if (draft.standing === 'part_paid')
    return { status: ['This invoice is partly paid. Add the amount paid or balance due.'] }
  return draft.standing === 'paid' ? total : 0n
}
