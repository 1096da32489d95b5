import { type PlanName, planNamed } from '../../../../domain/accounts/plans.ts'
import { addMonths, prorate } from '../../../../domain/accounts/proration.ts'
import type { SubscriptionStatus } from '../../../../domain/accounts/subscription.ts'
import { DAY_MS } from '../../../../domain/dates/durations.ts'

/** A test card as it is stored. */
export interface SandboxCard {
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  /** Every charge is refused. */
  readonly declines: boolean
}

export interface SandboxSubscription {
  readonly ref: string
  plan: PlanName
  status: SubscriptionStatus
  readonly startedAtMs: number
  trialEndsAtMs: number | null
  /** First paid day, from which months are counted, so that a day such as the 31st comes back. */
  readonly anchorMs: number
  /** Months that were charged. */
  months: number
  periodStartsAtMs: number
  periodEndsAtMs: number
  endsWithPeriod: boolean
  canceledAtMs: number | null
  /** Next try of an open invoice; null while none is open. */
  retryAtMs: number | null
  tries: number
}

export interface SandboxInvoice {
  readonly ref: string
  readonly number: string
  status: 'open' | 'paid' | 'uncollectible'
  readonly description: string
  /** Decimal digits of minor units. */
  readonly amountMinor: string
  /** The price before credit. Absent in invoices of earlier versions. */
  readonly priceMinor?: string
  readonly issuedAtMs: number
  paidAtMs?: number | null
  readonly period?: { readonly startMs: number; readonly endMs: number }
}

/** Everything the Sandbox knows about one account. */
export interface SandboxState {
  readonly customerRef: string
  readonly email: string
  card: SandboxCard | null
  subscription: SandboxSubscription | null
  /** Oldest first. */
  readonly invoices: SandboxInvoice[]
  /** Paid in advance: credits of changes to a cheaper plan, as decimal digits of minor units. */
  creditMinor: string
}

/** A refused charge is tried again after these many days each; then the subscription counts as unpaid. */
const RETRY_DAYS = [3, 5, 7] as const

const openInvoiceOf = ({ invoices }: SandboxState): SandboxInvoice | undefined =>
  invoices.find(({ status }) => status === 'open')

/** Writes an invoice for what credit does not cover, until the period's end. Charges the card; false when it was refused. */
export function bill(
  state: SandboxState,
  description: string,
  amount: bigint,
  period: { startMs: number; endMs: number },
): boolean {
  const credit = BigInt(state.creditMinor)
  const fromCredit = credit < amount ? credit : amount
  const due = amount - fromCredit
  const paid = due === 0n || (state.card !== null && !state.card.declines)
  state.creditMinor = String(credit - fromCredit)
  const number = state.invoices.length + 1
  state.invoices.push({
    ref: `in_sandbox_${number}`,
    number: `Q-${String(number).padStart(4, '0')}`,
    status: paid ? 'paid' : 'open',
    description,
    amountMinor: String(due),
    priceMinor: String(amount),
    issuedAtMs: period.startMs,
    paidAtMs: paid ? period.startMs : null,
    period,
  })
  return paid
}

/** Lets everything happen that is due by `nowMs`, in its order. */
export function advance(state: SandboxState, nowMs: number): void {
  const { subscription } = state
  if (subscription === null) return
  for (;;) {
    const dueAt = subscription.retryAtMs ?? subscription.periodEndsAtMs
    if (subscription.canceledAtMs !== null || subscription.status === 'unpaid' || dueAt > nowMs) return
    if (subscription.retryAtMs !== null) retry(state, subscription, dueAt)
    else endPeriod(state, subscription, dueAt)
  }
}

function endPeriod(state: SandboxState, subscription: SandboxSubscription, atMs: number): void {
  if (subscription.endsWithPeriod) {
    subscription.status = 'canceled'
    subscription.canceledAtMs = atMs
    subscription.trialEndsAtMs = null
    return
  }
  subscription.months++
  subscription.periodStartsAtMs = atMs
  subscription.periodEndsAtMs = addMonths(subscription.anchorMs, subscription.months)
  const { name, amountMinor } = planNamed(subscription.plan)
  const period = { startMs: atMs, endMs: subscription.periodEndsAtMs }
  const paid = bill(state, `${name}, one month`, amountMinor, period)
  subscription.trialEndsAtMs = null
  subscription.status = paid ? 'active' : 'past_due'
  subscription.tries = 0
  subscription.retryAtMs = paid ? null : atMs + RETRY_DAYS[0] * DAY_MS
}

function retry(state: SandboxState, subscription: SandboxSubscription, atMs: number): void {
  if (settleOpenInvoice(state, atMs)) return
  subscription.tries++
  const days = RETRY_DAYS[subscription.tries]
  if (days === undefined) {
    subscription.status = 'unpaid'
    subscription.retryAtMs = null
  } else subscription.retryAtMs = atMs + days * DAY_MS
}

/** Charges the card for the open invoice. False when it was refused. */
export function settleOpenInvoice(state: SandboxState, atMs: number): boolean {
  const invoice = openInvoiceOf(state)
  if (invoice === undefined) return true
  if (state.card === null || state.card.declines) return false
  invoice.status = 'paid'
  invoice.paidAtMs = atMs
  const { subscription } = state
  if (subscription && subscription.canceledAtMs === null) {
    subscription.status = 'active'
    subscription.retryAtMs = null
    subscription.tries = 0
  }
  return true
}

export const unpaidOf = (state: SandboxState): { ref: string; amountMinor: bigint } | null => {
  const invoice = openInvoiceOf(state)
  return invoice === undefined ? null : { ref: invoice.ref, amountMinor: BigInt(invoice.amountMinor) }
}

/** Begins a subscription. False when the card was refused, and then nothing began. */
export function subscribe(
  state: SandboxState,
  given: { ref: string; plan: PlanName; trialEndsAtMs: number | null },
  nowMs: number,
): boolean {
  const { name, amountMinor } = planNamed(given.plan)
  const hasTrial = given.trialEndsAtMs !== null && given.trialEndsAtMs > nowMs
  if (!hasTrial && amountMinor > 0n && (state.card === null || state.card.declines)) return false
  state.subscription = {
    ref: given.ref,
    plan: given.plan,
    status: hasTrial ? 'trialing' : 'active',
    startedAtMs: nowMs,
    trialEndsAtMs: hasTrial ? given.trialEndsAtMs : null,
    anchorMs: hasTrial ? given.trialEndsAtMs! : nowMs,
    months: hasTrial ? 0 : 1,
    periodStartsAtMs: nowMs,
    periodEndsAtMs: hasTrial ? given.trialEndsAtMs! : addMonths(nowMs, 1),
    endsWithPeriod: false,
    canceledAtMs: null,
    retryAtMs: null,
    tries: 0,
  }
  if (!hasTrial)
    bill(state, `${name}, one month`, amountMinor, { startMs: nowMs, endMs: addMonths(nowMs, 1) })
  return true
}

export interface SandboxCost {
  readonly dueMinor: bigint
  readonly creditMinor: bigint
  readonly nextMinor: bigint
  readonly nextAtMs: number
}

/** Cost of a change at `atMs`. In a trial it costs nothing. */
export function costOfChange(
  state: SandboxState,
  { plan, trialEndsAtMs, periodStartsAtMs, periodEndsAtMs }: SandboxSubscription,
  to: PlanName,
  atMs: number,
): SandboxCost {
  const credit = BigInt(state.creditMinor)
  const price = planNamed(to).amountMinor
  const period = { startS: Math.floor(periodStartsAtMs / 1000), endS: Math.floor(periodEndsAtMs / 1000) }
  const shares =
    trialEndsAtMs === null
      ? prorate(planNamed(plan).amountMinor, price, period, Math.floor(atMs / 1000))
      : { chargeMinor: 0n, creditMinor: 0n }
  const cost = shares.chargeMinor - shares.creditMinor - credit
  const left = cost < 0n ? -cost : 0n
  return {
    dueMinor: cost > 0n ? cost : 0n,
    creditMinor: left,
    nextMinor: price > left ? price - left : 0n,
    nextAtMs: periodEndsAtMs,
  }
}

/** Changes the plan. False when the card was refused, and then nothing changed. */
export function changePlan(
  state: SandboxState,
  subscription: SandboxSubscription,
  to: PlanName,
  atMs: number,
): boolean {
  const { dueMinor, creditMinor } = costOfChange(state, subscription, to, atMs)
  if (dueMinor > 0n && (state.card === null || state.card.declines)) return false
  state.creditMinor = '0'
  if (dueMinor > 0n)
    bill(state, `${planNamed(to).name} instead of ${planNamed(subscription.plan).name}`, dueMinor, {
      startMs: atMs,
      endMs: subscription.periodEndsAtMs,
    })
  state.creditMinor = String(creditMinor)
  subscription.plan = to
  return true
}
