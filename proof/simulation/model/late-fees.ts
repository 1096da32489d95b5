import type { FeeRuleSpec, SingleCrash } from '../commands.ts'
import { type Books, type Invoice, type LateFee, NO_REPLY, OK, type ReplySummary, refusal } from './books.ts'
import { addDays, daysPastDue, feesOf, min, multiplyPpm, remaining, reserved, today } from './figures.ts'
import { livePlanOf } from './plans/installments.ts'

const WRONG_STATE = refusal(409, 'wrong_state')
const DAYS_OF_YEAR = 365

type Rule = NonNullable<Books['feeRule']>

export const feeKey = ({ invoice, period, plan }: Pick<LateFee, 'invoice' | 'period' | 'plan'>): string =>
  plan === undefined ? `fee ${period} of ${invoice}` : `fee of ${plan}`

/** Charges each late invoice for its latest period, in one transaction. */
export function chargeFees(books: Books, { crash }: { crash: SingleCrash }): ReplySummary {
  const rule = books.feeRule
  if (rule === null || crash === 'before') return OK
  const charged = [...books.invoices.values()].flatMap((invoice) => feeOf(books, rule, invoice) ?? [])
  books.fees.push(...charged)
  return OK
}

function feeOf(books: Books, rule: Rule, invoice: Invoice): LateFee | null {
  const period = latestPeriod(rule, invoice.due, today(books))
  if (period === null || (period.day < rule.onSince && !rule.includesLate)) return null
  const former = books.fees.filter((fee) => fee.invoice === invoice.key && fee.plan === undefined)
  if (former.some((fee) => fee.period === period.number || !isFarEnough(rule, fee.day, period.day)))
    return null
  if (!isChargeable(books, rule, invoice)) return null
  const amount = amountOf(books, rule, invoice)
  return amount > 0n
    ? {
        invoice: invoice.key,
        period: period.number,
        day: period.day,
        bookedOn: today(books),
        amount,
        waived: null,
      }
    : null
}

/** Returns the latest period that has begun: a number that never repeats for an invoice, and its day. */
function latestPeriod(rule: FeeRuleSpec, due: string, day: string): { number: number; day: string } | null {
  const first = addDays(due, rule.graceDays)
  if (rule.repeat === 'monthly') {
    const wanted = rule.dayOfMonth ?? Number(first.slice(8))
    let found = dayOfMonth(day.slice(0, 7), wanted)
    if (found > day) found = dayOfMonth(addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7), wanted)
    const [year, month] = [Number(found.slice(0, 4)), Number(found.slice(5, 7))]
    return found < first ? null : { number: 12 * year + month, day: found }
  }
  if (day < first) return null
  if (rule.repeat === 'once') return { number: 0, day: first }
  const number = Math.floor(daysPastDue(first, day) / rule.everyDays)
  return { number, day: addDays(first, number * rule.everyDays) }
}

/** The day of a month, `2026-02`, or its last day. */
function dayOfMonth(month: string, day: number): string {
  const next = addDays(`${month}-28`, 4).slice(0, 7)
  const last = addDays(`${next}-01`, -1)
  const wanted = `${month}-${String(day).padStart(2, '0')}`
  return wanted > last ? last : wanted
}

function isFarEnough({ repeat, everyDays }: FeeRuleSpec, last: string, day: string): boolean {
  if (repeat === 'once') return false
  return repeat === 'monthly' ? day.slice(0, 7) > last.slice(0, 7) : daysPastDue(last, day) >= everyDays
}

function isChargeable(books: Books, rule: Rule, invoice: Invoice): boolean {
  const { currency } = books.customers[invoice.customer]!
  const left = remaining(books, invoice)
  const hasAmounts = rule.flat > 0 || rule.cap !== null || rule.minRemaining > 0
  return (
    invoice.state === 'open' &&
    invoice.due < today(books) &&
    livePlanOf(books, invoice.key)?.state !== 'confirmed' &&
    // One cent is not worth a letter; yen have no smaller unit.
    left > (currency === 'USD' ? 1n : 0n) &&
    reserved(books, invoice) === 0n &&
    left >= BigInt(rule.minRemaining) &&
    (currency === 'USD' || !hasAmounts)
  )
}

function amountOf(books: Books, rule: Rule, invoice: Invoice): bigint {
  const charged = feesOf(books, invoice)
  const base = remaining(books, invoice) - (rule.compounds ? 0n : charged)
  if (base <= 0n) return 0n
  const flat = BigInt(rule.flat)
  const percent = multiplyPpm(base, BigInt(rule.rate))
  const wanted = {
    flat,
    percent,
    both: flat + percent,
    higher: flat > percent ? flat : percent,
  }[rule.kind]
  const since = addDays(today(books), 1 - DAYS_OF_YEAR)
  const ofYear = books.fees
    .filter((fee) => fee.invoice === invoice.key && fee.bookedOn >= since)
    .reduce((sum, fee) => sum + fee.amount - (fee.waived ?? 0n), 0n)
  const limits = [
    rule.cap === null ? wanted : BigInt(rule.cap) - charged,
    rule.capShare === null ? wanted : multiplyPpm(invoice.total, BigInt(rule.capShare)) - charged,
    rule.yearlyShare === null ? wanted : multiplyPpm(invoice.total, BigInt(rule.yearlyShare)) - ofYear,
  ]
  const least = limits.reduce(min, wanted)
  return least > 0n ? least : 0n
}

/** Waives the unpaid part of fees, the newest of an invoice first. Others stay, and the reply is the same. */
export function waiveFees(
  books: Books,
  { fees: keys, crash }: { fees: readonly string[]; crash: SingleCrash },
): ReplySummary {
  const chosen = books.fees.filter((fee) => keys.includes(feeKey(fee))).reverse()
  if (crash !== 'before') for (const fee of chosen) waive(books, fee)
  return crash === null ? OK : NO_REPLY
}

function waive(books: Books, fee: LateFee): void {
  const invoice = books.invoices.get(fee.invoice)!
  const waived = fee.waived ?? 0n
  const part = min(fee.amount - waived, remaining(books, invoice) - reserved(books, invoice))
  if (invoice.state === 'open' && part > 0n) fee.waived = waived + part
}

/** Waives the fees of an invoice before it is voided. */
export function waiveAll(books: Books, invoice: Invoice): void {
  for (const fee of books.fees.filter((one) => one.invoice === invoice.key).reverse()) waive(books, fee)
}

/** Charges a waived fee again, on an invoice that is open. */
export function undoWaiver(
  books: Books,
  { fee: key, crash }: { fee: string; crash: SingleCrash },
): ReplySummary {
  const fee = books.fees.find((one) => feeKey(one) === key)!
  if (fee.waived === null || books.invoices.get(fee.invoice)!.state !== 'open') return WRONG_STATE
  if (crash !== 'before') fee.waived = null
  return crash === null ? OK : NO_REPLY
}
