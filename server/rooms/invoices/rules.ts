import { type CalendarDate, isCalendarDate } from '../../../domain/dates/calendar.ts'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import { dueDate, PAYMENT_TERM_LABELS, type PaymentTerms } from '../../../domain/dates/terms.ts'
import { type InvoiceState, invoiceStatusText } from '../../../domain/invoices/invoice-status.ts'
import {
  computeInvoiceTotals,
  type InvoiceTotals,
  type TaxTotal,
} from '../../../domain/invoices/invoice-totals.ts'
import {
  type Checked,
  checkPercent,
  checkQuantity,
  checkUnitPrice,
} from '../../../domain/invoices/line-check.ts'
import { msg, type Text } from '../../../domain/languages/msg.ts'
import { withMonthOf } from '../../../domain/late-fees/fee-month.ts'
import type { Language } from '../../../domain/mails/languages.ts'
import { type CurrencyCode, formatAmount, isAmountInRange, sumMinor } from '../../../domain/money/money.ts'
import { formatQuantity } from '../../../domain/money/quantity.ts'
import { formatRate } from '../../../domain/money/rate.ts'

/** A line as entered by a person or a file. Percentages and amounts are decimal texts. */
export interface LineInput {
  readonly description: string
  readonly detail: string
  readonly quantity: string
  readonly unit_price: string
  readonly discount: string
  readonly tax_name: string
  readonly tax_rate: string
}

/** A stored line: quantity in ten-thousandths, rates in parts per million, amounts in minor units. */
export interface WrittenLine {
  readonly description: string
  readonly detail: string
  readonly quantity: bigint
  readonly unitPriceMinor: bigint
  readonly discountPpm: number
  readonly taxName: string
  readonly taxPpm: number
  /** After the discount, before tax. */
  readonly netMinor: bigint
  readonly taxMinor: bigint
}

type Problems = Record<string, Text[]>

export type ReadLines =
  | { readonly ok: true; readonly lines: WrittenLine[]; readonly totals: InvoiceTotals }
  | { readonly ok: false; readonly problems: Problems }

/**
 * Reads and totals the lines of an invoice. A price may be negative (a deduction), a quantity and the total
 * may not. Problems are keyed by field: 'lines.0.quantity'.
 */
export function readLines(input: readonly LineInput[], currency: CurrencyCode): ReadLines {
  const problems: Problems = {}
  const read = input.map((line, index) => readLine(line, currency, `lines.${index}`, problems))
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  const totals = computeInvoiceTotals(read)
  for (const [index, line] of totals.lines.entries()) {
    if (!isAmountInRange(line.grossMinor))
      problems[`lines.${index}.unit_price`] = ['This line’s amount is too large.']
  }
  const sums = [totals.subtotalMinor, totals.discountMinor, totals.taxMinor, totals.totalMinor]
  if (Object.keys(problems).length === 0 && !sums.every(isAmountInRange))
    problems.lines = ['The total of these lines is too large.']
  else if (totals.totalMinor < 0n) problems.lines = ['The total can’t be below zero.']
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  const lines = read.map((line, index) => ({
    ...line,
    netMinor: totals.lines[index]!.netMinor,
    taxMinor: totals.lines[index]!.taxMinor,
  }))
  return { ok: true, lines, totals }
}

function readLine(input: LineInput, currency: CurrencyCode, at: string, problems: Problems) {
  const read = <Value>(field: string, checked: Checked<Value>, otherwise: Value): Value => {
    if (checked.ok) return checked.value
    problems[`${at}.${field}`] = [checked.text]
    return otherwise
  }
  return {
    description: input.description,
    detail: input.detail,
    quantity: read('quantity', checkQuantity(input.quantity), 0n),
    unitPriceMinor: read('unit_price', checkUnitPrice(input.unit_price, currency), 0n),
    discountPpm: read('discount', checkPercent(input.discount), 0),
    taxName: input.tax_name,
    taxPpm: read('tax_rate', checkPercent(input.tax_rate), 0),
  }
}

export type ReadDueDate =
  | { readonly ok: true; readonly dueDate: CalendarDate }
  | { readonly ok: false; readonly problems: Problems }

/**
 * Computes the due date from the terms. Custom terms require a given date; with other terms a given date
 * must agree.
 */
export function readDueDate(
  invoiceDate: CalendarDate,
  terms: PaymentTerms,
  given: CalendarDate | undefined,
): ReadDueDate {
  const wrong = (text: string): ReadDueDate => ({ ok: false, problems: { due_date: [text] } })
  const computed = dueDate(invoiceDate, terms) ?? given
  if (computed === undefined) return wrong('Enter a due date.')
  if (computed < invoiceDate) return wrong('The due date can’t be before the invoice date.')
  if (given !== undefined && given !== computed)
    return wrong(
      `This date doesn’t match ${PAYMENT_TERM_LABELS[terms]}. To set another date, choose Custom date.`,
    )
  if (!isCalendarDate(computed)) return wrong('Enter a date that exists, as YYYY-MM-DD.')
  return { ok: true, dueDate: computed }
}

/** Settled, open and reserved amounts of an invoice, in minor units. All zero for a draft. */
export interface InvoiceBalances {
  readonly state: InvoiceState
  readonly totalMinor: bigint
  readonly chargedMinor: bigint
  readonly remainingMinor: bigint
  readonly reservedMinor: bigint
}

/** True while nothing was paid or credited and no payment is in flight. */
export const isUntouched = (
  balances: Pick<InvoiceBalances, 'chargedMinor' | 'remainingMinor' | 'reservedMinor'>,
): boolean => balances.remainingMinor === balances.chargedMinor && balances.reservedMinor === 0n

/** Returns the actions that the invoice's state allows, regardless of rights. */
export function possibleWith(
  balances: InvoiceBalances & {
    readonly keptHere: boolean
    readonly keptAfterMove: boolean
    readonly writtenOffMinor: bigint
  },
) {
  const { keptHere } = balances
  const isClosedHere = keptHere || balances.keptAfterMove
  const draft = balances.state === 'draft'
  const open = balances.state === 'open'
  return {
    edit: keptHere && (draft || (open && isUntouched(balances))),
    send: (draft && balances.totalMinor > 0n) || open,
    void: isClosedHere && open && isUntouched(balances),
    write_off: isClosedHere && open && balances.remainingMinor > 0n && balances.reservedMinor === 0n,
    undo_write_off: isClosedHere && balances.writtenOffMinor > 0n,
    remove: draft,
    record_payment: balances.remainingMinor > balances.reservedMinor,
  }
}

/** Converts a line to the shape of the API and of stored revisions. */
export const presentLine = (line: WrittenLine, currency: CurrencyCode) => ({
  description: line.description,
  detail: line.detail,
  quantity: formatQuantity(line.quantity),
  unit_price: formatAmount(line.unitPriceMinor, currency),
  discount: formatRate(line.discountPpm),
  tax_name: line.taxName,
  tax_rate: formatRate(line.taxPpm),
  amount: formatAmount(line.netMinor, currency),
})

/** Returns the taxes of an invoice, each with its base. Taxes that an accounting platform states are not computed again. */
export function taxesOf(lines: readonly WrittenLine[]): TaxTotal[] {
  const computed = computeInvoiceTotals(lines)
  const stated = sumMinor(lines.map((line) => line.taxMinor))
  return stated === computed.taxMinor ? computed.taxes : statedTaxes(lines)
}

function statedTaxes(lines: readonly WrittenLine[]): TaxTotal[] {
  const taxes = new Map<string, TaxTotal>()
  for (const { taxName, taxPpm, netMinor, taxMinor } of lines) {
    if (taxMinor === 0n) continue
    const before = taxes.get(taxName)
    taxes.set(taxName, {
      name: taxName,
      ratePpm: taxPpm,
      baseMinor: (before?.baseMinor ?? 0n) + netMinor,
      taxMinor: (before?.taxMinor ?? 0n) + taxMinor,
    })
  }
  return [...taxes.values()]
}

/** Amounts paid, credited and written off on an invoice, in minor units. */
export interface Settled {
  readonly paidMinor: bigint
  readonly creditedMinor: bigint
  readonly writtenOffMinor: bigint
}

const SETTLES: Readonly<Record<string, keyof Settled>> = {
  payment: 'paidMinor',
  payment_return: 'paidMinor',
  refund: 'paidMinor',
  unapplied_used: 'paidMinor',
  credit_applied: 'creditedMinor',
  credit_unapplied: 'creditedMinor',
  write_off: 'writtenOffMinor',
  write_off_reversal: 'writtenOffMinor',
}

/**
 * Sums what ledger entries settled on an invoice. `amount_minor` is an entry's change of the owed amount.
 */
export function settledBy(
  history: readonly { readonly source: string; readonly kind: string; readonly amount_minor: bigint }[],
): Settled {
  const sums = { paidMinor: 0n, creditedMinor: 0n, writtenOffMinor: 0n }
  for (const row of history) {
    const sum = row.source === 'ledger' ? SETTLES[row.kind] : undefined
    if (sum) sums[sum] -= row.amount_minor
  }
  // Books that don't have a use of credit take it back like a payment.
  if (sums.paidMinor < 0n)
    return { ...sums, paidMinor: 0n, creditedMinor: sums.creditedMinor + sums.paidMinor }
  return sums
}

/**
 * Returns 'Paid', 'Due in 3 days', 'Overdue by 1 day', 'Draft', 'Void' or 'Written off'. A written-off
 * invoice that is owed again shows its due status.
 */
export function statusText(
  state: InvoiceState,
  remainingMinor: bigint,
  currency: CurrencyCode,
  daysPastDue: number,
): Text {
  if (state === 'draft') return 'Draft'
  if (state === 'void') return 'Void'
  if (state === 'written_off' && remainingMinor === 0n)
    return msg('Written off', { context: 'status of an invoice' })
  return invoiceStatusText(remainingMinor, currency, daysPastDue)
}

/** Returns the fees that are part of the total: those that are not waived as a whole. Their month is in the reader's language. */
export const shownFees = (
  fees: readonly {
    readonly description: string
    readonly plan_id: string | null
    readonly booked_on: CalendarDate
    readonly day: CalendarDate
    readonly amount_minor: bigint
    readonly waived_minor: bigint
  }[],
  language: Language,
) =>
  fees
    .filter((fee) => fee.waived_minor < fee.amount_minor)
    .map((fee) => ({
      text: withMonthOf(fee.description, fee.day, language),
      isOfPlan: fee.plan_id !== null,
      chargedOn: fee.booked_on,
      minor: fee.amount_minor - fee.waived_minor,
    }))

/** Example: 'Invoice INV-1042.pdf'. Replaces characters that file systems refuse. */
export const documentFileName = (kind: string, number: string): string =>
  `${kind} ${number.replace(/[\\/:*?"<>|]+/g, '-')}.pdf`

/**
 * Returns the value of a number in the account's own format: ('INV-', 'INV-1042') -> 1042n; null for other
 * formats.
 */
export function numberAfter(prefix: string, number: string): bigint | null {
  const figures = number.toLowerCase().startsWith(prefix.toLowerCase()) ? number.slice(prefix.length) : ''
  return /^\d{1,15}$/.test(figures) ? BigInt(figures) : null
}

/** Period in which a pay link still shows a paid invoice. */
export const PAID_LINK_LIFE_MS = 30 * DAY_MS

/** True for a text with the shape of a pay link's secret. */
export const isPayLinkToken = (token: string): boolean => /^[\w-]{43}$/.test(token)
