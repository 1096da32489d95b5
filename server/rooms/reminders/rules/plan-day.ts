import {
  type AccountFacts,
  type CustomerFacts,
  type Decision,
  decide,
  findGap,
  type Pause,
} from '../../../../domain/reminders/decide-reminder.ts'
import type { StepKind } from '../../../../domain/reminders/flow.ts'

/** A due step of one customer. Amounts in minor units. */
export interface PlannedStep {
  readonly invoiceId: string
  readonly stepId: string
  readonly kind: StepKind
  readonly currency: string
  readonly position: number
  readonly scheduledOn: string
  readonly remainingMinor: bigint
  readonly minRemainingMinor: bigint
  readonly reservedMinor: bigint
  readonly gapDays: number
  /** Reason for which it was held last; null when nothing was decided yet. */
  readonly heldFor: string | null
  readonly flowPause: Pause | null
  readonly invoicePause: Pause | null
  readonly isDisputed: boolean
  readonly promisedOn: string | null
  readonly isOnPlan: boolean
}

/** Messages and other decisions of a day for one customer. */
export interface DayPlan<Step> {
  /** One message, task or note each. */
  readonly messages: readonly (readonly Step[])[]
  /** Steps that are not sent today. */
  readonly others: readonly {
    readonly step: Step
    readonly decision: Exclude<Decision, { outcome: 'sent' }>
  }[]
}

/**
 * Decides about the due steps of one customer, which come with the latest of each invoice first. Only the latest step of each
 * kind counts for an invoice. Invoices that reached the same step share a message or task; the latest step goes first and
 * other emails to the customer wait for the gap between messages.
 */
export function planDay<Step extends PlannedStep>(
  steps: readonly Step[],
  customer: CustomerFacts,
  account: AccountFacts,
  charged: ReadonlySet<string>,
): DayPlan<Step> {
  const others: DayPlan<Step>['others'][number][] = []
  const due: Step[] = []
  for (const [latest, ...earlier] of Map.groupBy(
    steps,
    ({ invoiceId, kind }) => `${invoiceId} ${kind}`,
  ).values()) {
    for (const step of earlier) others.push({ step, decision: { outcome: 'skipped', reason: 'replaced' } })
    const step = latest!
    const facts = {
      ...step,
      wasHeld: step.heldFor !== null,
      isChargedAutomatically: charged.has(step.invoiceId),
    }
    const decision = decide(facts, customer, account)
    if (decision.outcome === 'sent') due.push(step)
    else others.push({ step, decision })
  }
  const messages: Step[][] = []
  let { lastSentOn } = customer
  const groups = Map.groupBy(due, ({ stepId, currency }) => `${stepId} ${currency}`)
  for (const group of [...groups.values()].sort((a, b) => b[0]!.position - a[0]!.position)) {
    const isEmail = group[0]!.kind === 'email'
    const wait = isEmail ? findGap(group[0]!.gapDays, lastSentOn, account) : null
    if (wait === null) {
      messages.push(group)
      if (isEmail) lastSentOn = account.today
    } else for (const step of group) others.push({ step, decision: { outcome: 'held', ...wait } })
  }
  return { messages, others }
}
