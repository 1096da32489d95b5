import { isCalendarDate } from '../../../../domain/dates/calendar.ts'
import { displayAmount, isCurrency } from '../../../../domain/money/money.ts'
import { cutText } from '../../../../domain/parsing/cut-text.ts'
import { isEmailAddress } from '../../../../domain/people/person-text.ts'
import { normalizePhone } from '../../../../domain/people/phones/phone-number.ts'
import type {
  RemoteCreditMemo,
  RemoteCustomer,
  RemoteInvoice,
  RemoteLine,
} from '../../../gateways/accounting/port.ts'

const LONGEST_TEXT = 500
const LONGEST_NAME = 150
const LONGEST_NUMBER = 255
const LONGEST_PHONE = 30
/** Further addresses of a customer that Quittance holds. */
const MOST_EMAILS = 10
/** Control characters and line breaks, which one-line fields of Quittance don't hold. */
const UNSUITED = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu

const lineOf = (text: string, longest = LONGEST_TEXT): string =>
  cutText(text.replace(UNSUITED, ' ').trim(), longest)

/** A number in the form of all others, or as the platform has it, for example with an extension. */
const phoneOf = (text: string): string => normalizePhone(text) ?? lineOf(text, LONGEST_PHONE)

/** Number of an invoice or a credit memo, which an index holds. */
export const readNumber = (number: string): string => lineOf(number, LONGEST_NUMBER)

/** Fields of a customer as Quittance holds them. Platforms take several addresses in one field, divided by commas. */
export function readCustomer(remote: RemoteCustomer) {
  const [email = '', ...extraEmails] = remote.email
    .split(/[\s,;]+/)
    .filter((address) => isEmailAddress(address))
  return {
    shortName: lineOf(remote.name, LONGEST_NAME) || `#${remote.remoteId}`,
    companyName: lineOf(remote.companyName, LONGEST_NAME),
    isActive: remote.isActive && !remote.isDeleted && remote.mergedInto === null,
    currency: remote.currency,
    email,
    extraEmails: extraEmails.slice(0, MOST_EMAILS),
    primaryPhone: phoneOf(remote.phone),
    mobilePhone: phoneOf(remote.mobilePhone),
    fax: phoneOf(remote.fax),
    addressline1: lineOf(remote.addressline1, 200),
    addressline2: lineOf(remote.addressline2, 200),
    city: lineOf(remote.city, 100),
    state: lineOf(remote.state, 100),
    postalCode: lineOf(remote.postalCode, 20),
    country: lineOf(remote.country, 60),
  }
}

interface ReadLine {
  readonly description: string
  readonly detail: string
  readonly quantity: bigint
  readonly unitPriceMinor: bigint
  readonly discountPpm: number
  readonly taxName: string
  readonly taxPpm: number
  readonly netMinor: bigint
  readonly taxMinor: bigint
}

/**
 * Returns the lines of an invoice as stated. What they lack to the stated total or tax becomes a line of its own, since nothing
 * is computed again.
 */
export function readLines({ lines, totalMinor, taxMinor }: RemoteInvoice): ReadLine[] {
  const read = lines.map(readLine)
  const net = read.reduce((sum, line) => sum + line.netMinor, 0n)
  const tax = read.reduce((sum, line) => sum + line.taxMinor, 0n)
  const missing = { netMinor: totalMinor - taxMinor - net, taxMinor: taxMinor - tax }
  if (missing.netMinor === 0n && missing.taxMinor === 0n && read.length > 0) return read
  return [
    ...read,
    {
      ...BLANK,
      description: missing.netMinor === 0n ? 'Tax' : 'Other amounts',
      unitPriceMinor: missing.netMinor,
      taxName: missing.taxMinor === 0n ? '' : 'Tax',
      ...missing,
    },
  ]
}

const BLANK = { detail: '', quantity: 10_000n, discountPpm: 0, taxPpm: 0 } as const

const PPM = 1_000_000n
/** Steps of tax rates in parts per million: whole percents, then tenths, down to the last decimal place that is kept. */
const RATE_STEPS = [10_000n, 1000n, 100n, 10n, 1n]

/** Returns the roundest rate, in parts per million, at which this net amount has this tax. The books state amounts only. */
export function taxRateOf(netMinor: bigint, taxMinor: bigint): bigint {
  if (netMinor <= 0n || taxMinor <= 0n) return 0n
  const rounded = (amount: bigint, unit: bigint): bigint => (amount + unit / 2n) / unit
  const exact = rounded(taxMinor * PPM, netMinor)
  const rates = RATE_STEPS.map((step) => rounded(exact, step) * step)
  return rates.find((rate) => rounded(netMinor * rate, PPM) === taxMinor) ?? exact
}

function readLine(line: RemoteLine): ReadLine {
  const ppm = taxRateOf(line.netMinor, line.taxMinor)
  return {
    description: lineOf(line.description) || 'Item',
    detail: lineOf(line.detail, 2000),
    quantity: line.quantity,
    unitPriceMinor: line.unitPriceMinor,
    discountPpm: 0,
    taxName: lineOf(line.taxName, 60),
    taxPpm: Number(ppm > PPM ? PPM : ppm), // not money: parts per million
    netMinor: line.netMinor,
    taxMinor: line.taxMinor,
  }
}

/** Returns an invoice without the late fees that were posted on it, which Quittance keeps beside it. */
export function withoutFees(
  invoice: RemoteInvoice,
  fees: { readonly knownThereMinor: bigint; readonly references: readonly string[] },
): RemoteInvoice {
  if (fees.knownThereMinor === 0n) return invoice
  const isFee = ({ description, detail }: RemoteLine) =>
    fees.references.some((reference) => `${description} ${detail}`.includes(`(${reference}`))
  return {
    ...invoice,
    lines: invoice.lines.filter((line) => !isFee(line)),
    totalMinor: invoice.totalMinor - fees.knownThereMinor,
  }
}

/** Returns why an invoice without its late fees can't be read; null when it can. */
export const problemOfFees = (invoice: RemoteInvoice): string | null =>
  invoice.totalMinor <= 0n || invoice.taxMinor > invoice.totalMinor
    ? 'its total is less than the late fees that were posted on it'
    : null

/** Returns why an invoice can't be read, in words of a bookkeeper; null when it can. */
export function problemOf(invoice: RemoteInvoice, hasCustomer: boolean): string | null {
  if (!hasCustomer) return 'it has no customer that Quittance knows'
  if (!isCurrency(invoice.currency)) return `its currency ${invoice.currency} is not known here`
  if (!isCalendarDate(invoice.issuedOn) || !isCalendarDate(invoice.dueOn)) return 'it has no valid date'
  if (invoice.totalMinor < 0n) return 'its total is negative'
  if (invoice.balanceMinor < 0n || invoice.balanceMinor > invoice.totalMinor)
    return 'its balance is not between zero and its total'
  return null
}

/** Returns why a credit memo can't be read, in words of a bookkeeper; null when it can. */
export function problemOfMemo(memo: RemoteCreditMemo, hasCustomer: boolean): string | null {
  if (!hasCustomer) return 'it has no customer that Quittance knows'
  if (!isCurrency(memo.currency)) return `its currency ${memo.currency} is not known here`
  if (!isCalendarDate(memo.issuedOn)) return 'it has no valid date'
  if (memo.totalMinor <= 0n) return 'its total is not above zero'
  if (memo.balanceMinor < 0n || memo.balanceMinor > memo.totalMinor)
    return 'what is left of it is not between zero and its total'
  return null
}

/** Total of a record that may be of a currency that is not known here, so that nothing says where its decimal point stands. */
export const totalInWords = ({
  totalMinor,
  currency,
}: Pick<RemoteInvoice, 'totalMinor' | 'currency'>): string =>
  isCurrency(currency) ? displayAmount(totalMinor, currency) : `in ${currency || 'no currency'}`
