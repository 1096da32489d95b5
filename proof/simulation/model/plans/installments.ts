import type { Books, Invoice } from '../books.ts'
import { min, remaining, reserved, totalWithFees } from '../figures.ts'
import type { PaymentPlan, PlannedInvoice } from './plan.ts'

/** The share of an invoice in an installment, which is counted from 0. */
export interface PlanShare {
  readonly installment: number
  readonly invoice: string
  readonly amount: bigint
  readonly open: bigint
}

const LIVE = new Set<PaymentPlan['state']>(['proposed', 'confirmed', 'defaulted'])
export const isLive = ({ state }: PaymentPlan): boolean => LIVE.has(state)

/** Returns the plan that an invoice is on. */
export const livePlanOf = ({ plans }: Books, invoice: string): PaymentPlan | undefined =>
  [...plans.values()].find((plan) => isLive(plan) && plan.invoices.some((one) => one.invoice === invoice))

/** True while the customer's agreement about an invoice holds. */
export function isOnAgreedPlan(books: Books, invoice: string): boolean {
  const state = livePlanOf(books, invoice)?.state
  return state === 'confirmed' || state === 'defaulted'
}

const max = (a: bigint, b: bigint): bigint => (b > a ? b : a)

/**
 * Places installments and invoices on one line of cents. What an invoice was charged or waived since then moves the end of its
 * stretch, and what is settled of it covers the stretch from its beginning.
 */
export function sharesOf(books: Books, plan: PaymentPlan): PlanShare[] {
  const found: PlanShare[] = []
  let offset = 0n
  for (const planned of plan.invoices) {
    found.push(...sharesOfInvoice(books, plan, planned, offset))
    offset += planned.remaining
  }
  return found
}

function sharesOfInvoice(
  books: Books,
  { installments }: PaymentPlan,
  planned: PlannedInvoice,
  offset: bigint,
): PlanShare[] {
  const invoice = books.invoices.get(planned.invoice)!
  const left = remaining(books, invoice)
  const worth = invoice.state === 'void' ? 0n : totalWithFees(books, invoice)
  const end = max(planned.remaining + worth - planned.total, left)
  const settledTo = end - left
  const found: PlanShare[] = []
  let to = -offset
  for (const [installment, { amount }] of installments.entries()) {
    const from = max(to, 0n)
    to += amount
    if (to <= 0n || from >= planned.remaining) continue
    const first = min(from, end)
    const last = to >= planned.remaining ? end : min(to, end)
    if (last <= first) continue
    const open = max(last - max(first, settledTo), 0n)
    found.push({ installment, invoice: planned.invoice, amount: last - first, open })
  }
  return found
}

/** The open part of each installment. */
export function openInstallments(books: Books, plan: PaymentPlan): bigint[] {
  const sums = plan.installments.map(() => 0n)
  for (const { installment, open } of sharesOf(books, plan)) sums[installment]! += open
  return sums
}

/**
 * Returns the part of an invoice's share in an installment that can be paid now: payments under way settle the earliest shares. `own` is reserved by
 * attempts that the payer gives up. Zero when the installment isn't open.
 */
export function payableOfInstallment(
  books: Books,
  { plan: key, number }: { readonly plan: string; readonly number: number },
  invoice: Invoice,
  own = 0n,
): bigint {
  const plan = books.plans.get(key)!
  if (livePlanOf(books, invoice.key) !== plan || plan.state === 'proposed') return 0n
  let underWay = reserved(books, invoice) - own
  for (const share of sharesOf(books, plan)) {
    if (share.invoice !== invoice.key) continue
    const taken = min(share.open, underWay)
    underWay -= taken
    if (share.installment === number) return share.open - taken
  }
  return 0n
}
