import { type Books, CREATED, invalidField, NO_REPLY, OK, type ReplySummary, refusal } from '../books.ts'
import { addDays, remaining, reserved, today, totalWithFees } from '../figures.ts'
import { commitUnlessCrashed } from '../invoices.ts'
import type { ConfirmPlanOperation, ProposeOperation } from '../operations.ts'
import { isLive, livePlanOf, openInstallments, type PlanShare, sharesOf } from './installments.ts'
import type { PaymentPlan } from './plan.ts'

const WRONG_STATE = refusal(409, 'wrong_state')
const CONFLICT = refusal(409, 'conflict')
const GRACE_DAYS = 5
const FORGOTTEN_AFTER_DAYS = 30
const REOPENS_MS = 180 * 86_400_000

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, one) => total + one, 0n)

/** One cent is paid; yen have no smaller unit. */
const owes = (books: Books, key: string): boolean => {
  const invoice = books.invoices.get(key)!
  return remaining(books, invoice) > (books.customers[invoice.customer]!.currency === 'USD' ? 1n : 0n)
}

const stateOf = ({ invoices }: Books, key: string) => invoices.get(key)!.state

/** Invoices are covered in the order of their due dates. */
export function proposePlan(books: Books, operation: ProposeOperation): ReplySummary {
  const { key, invoices: keys, installments, fee, crash } = operation
  const refused = keys.some(
    (one) => stateOf(books, one) !== 'open' || !owes(books, one) || livePlanOf(books, one) !== undefined,
  )
  if (refused) return invalidField('invoices')
  const invoices = keys
    .map((one) => books.invoices.get(one)!)
    .sort((a, b) => (a.due === b.due ? (a.id < b.id ? -1 : 1) : a.due < b.due ? -1 : 1))
    .map((invoice) => ({
      invoice: invoice.key,
      remaining: remaining(books, invoice),
      total: totalWithFees(books, invoice),
    }))
  const total = sum(invoices.map((one) => one.remaining))
  if (sum(installments.map(({ amount }) => amount)) !== total) return invalidField('installments')
  if (fee > total) return invalidField('fee')
  const { customer } = books.invoices.get(keys[0]!)!
  return commitUnlessCrashed(crash, CREATED, () => {
    const plan = {
      key,
      customer,
      invoices,
      installments,
      fee,
      state: 'proposed',
      hasLink: false,
      endedAt: null,
    } as const
    books.plans.set(key, { ...plan })
  })
}

/** The total that is owed now with the fee, which a confirmation has to name. */
export const owedOn = (books: Books, plan: PaymentPlan): bigint =>
  sum(openInstallments(books, plan)) + (placeOfFee(books, plan) ? plan.fee : 0n)

/** The share that a proposal's fee will be added to: the first one that is open. */
export const placeOfFee = (books: Books, plan: PaymentPlan): PlanShare | undefined =>
  plan.state === 'proposed' && plan.fee > 0n ? sharesOf(books, plan).find(({ open }) => open > 0n) : undefined

/** The fee is owed from now on, and the plan covers it where it is added. */
function chargeFee(books: Books, plan: PaymentPlan): void {
  const place = placeOfFee(books, plan)
  if (!place) return
  const { invoice, installment } = place
  const day = today(books)
  books.fees.push({
    invoice,
    plan: plan.key,
    period: null,
    day,
    bookedOn: day,
    amount: plan.fee,
    waived: null,
  })
  plan.installments = plan.installments.map((one, at) =>
    at === installment ? { ...one, amount: one.amount + plan.fee } : one,
  )
  plan.invoices = plan.invoices.map((one) =>
    one.invoice === invoice
      ? { ...one, remaining: one.remaining + plan.fee, total: one.total + plan.fee }
      : one,
  )
}

export function confirmPlan(books: Books, { plan: key, total, crash }: ConfirmPlanOperation): ReplySummary {
  const plan = books.plans.get(key)!
  plan.hasLink = true
  if (plan.state === 'canceled') return WRONG_STATE
  if (plan.state !== 'proposed') return crash === null ? OK : NO_REPLY
  const moved = plan.invoices.some(({ invoice }) => books.invoices.get(invoice)!.customer !== plan.customer)
  if (plan.installments[0]!.due < today(books) || owedOn(books, plan) === 0n || moved) return WRONG_STATE
  if (total !== owedOn(books, plan)) return CONFLICT
  return commitUnlessCrashed(crash, OK, () => {
    chargeFee(books, plan)
    plan.state = 'confirmed'
  })
}

export function cancelPlan(
  books: Books,
  { plan: key, crash }: { plan: string; crash: 'before' | 'settled' | null },
): ReplySummary {
  const plan = books.plans.get(key)!
  if (!isLive(plan)) return WRONG_STATE
  return commitUnlessCrashed(crash, OK, () => end(books, plan, 'canceled'))
}

function end({ now }: Books, plan: PaymentPlan, state: 'completed' | 'canceled'): void {
  plan.state = state
  plan.endedAt = now
}

/** Lets every plan follow the ledger and the calendar. */
export function movePlans(books: Books): ReplySummary {
  for (const plan of books.plans.values()) move(books, plan)
  return OK
}

function move(books: Books, plan: PaymentPlan): void {
  if (plan.state === 'canceled') return
  if (plan.state === 'completed') reopen(books, plan)
  else if (keysOf(plan).every((key) => stateOf(books, key) === 'void')) end(books, plan, 'canceled')
  else if (plan.state === 'proposed') moveProposal(books, plan)
  else if (!isOwed(books, plan)) end(books, plan, 'completed')
  else if (plan.state === 'defaulted') {
    if (missedSince(books, plan, today(books)) === 0n) plan.state = 'confirmed'
  } else {
    const underWay = sum(keysOf(plan).map((key) => reserved(books, books.invoices.get(key)!)))
    if (missedSince(books, plan, addDays(today(books), -GRACE_DAYS)) > underWay) plan.state = 'defaulted'
  }
}

const keysOf = ({ invoices }: PaymentPlan): string[] => invoices.map(({ invoice }) => invoice)
const isOwed = (books: Books, plan: PaymentPlan): boolean => keysOf(plan).some((key) => owes(books, key))

/** Opens the completed plans of an invoice again, the last one first. */
export function reopenPlansOf(books: Books, invoice: string): void {
  const completed = [...books.plans.values()].filter(
    (plan) => plan.state === 'completed' && keysOf(plan).includes(invoice),
  )
  for (const plan of completed.toSorted((a, b) => b.endedAt! - a.endedAt!)) reopen(books, plan)
}

/** A payment came back, and no other plan has its invoices. */
function reopen(books: Books, plan: PaymentPlan): void {
  const isFree = keysOf(plan).every((key) => livePlanOf(books, key) === undefined)
  if (isOwed(books, plan) && isFree && plan.endedAt! > books.now - REOPENS_MS)
    Object.assign(plan, { state: 'confirmed', endedAt: null })
}

function moveProposal(books: Books, plan: PaymentPlan): void {
  const isMoved = keysOf(plan).some((key) => books.invoices.get(key)!.customer !== plan.customer)
  const isForgotten = addDays(plan.installments[0]!.due, FORGOTTEN_AFTER_DAYS) < today(books)
  if (!isOwed(books, plan) || isMoved || isForgotten) end(books, plan, 'canceled')
}

/** The open part of installments that were due before a day. */
const missedSince = (books: Books, plan: PaymentPlan, day: string): bigint =>
  sum(
    sharesOf(books, plan)
      .filter(({ installment }) => plan.installments[installment]!.due < day)
      .map(({ open }) => open),
  )
