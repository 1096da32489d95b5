import { addDays, type CalendarDate } from '../../../../domain/dates/calendar.ts'
import type {
  AccountFacts,
  CustomerFacts,
  Decision,
  SkipReason,
} from '../../../../domain/reminders/decide-reminder.ts'
import { type PlannedStep, planDay } from './plan-day.ts'

/** A step with the day on which it is looked at again after it was held. */
export interface PlayedStep extends PlannedStep {
  readonly heldUntil: CalendarDate | null
}

/** Messages and other decisions about the due steps of one customer on a day. */
export interface PlayedDay<S> {
  readonly day: CalendarDate
  readonly messages: readonly (readonly S[])[]
  readonly others: readonly { readonly step: S; readonly decision: Exclude<Decision, { outcome: 'sent' }> }[]
}

/** The days to play, and what is true meanwhile. */
export interface Play<S> {
  readonly from: CalendarDate
  readonly until: CalendarDate
  readonly customer: CustomerFacts
  readonly account: Omit<AccountFacts, 'today'>
  /** Invoices that an automatic payment charges. */
  readonly charged: ReadonlySet<string>
  /** A step as it is on a day, or the reason for which it is not sent any more. */
  readonly on: (step: S, day: CalendarDate) => S | SkipReason
}

/**
 * Asks the function that sends about each day in turn, and returns the days on which a step of the customer was due. Nothing
 * is sent or recorded.
 */
export function playDays<S extends PlayedStep>(steps: readonly S[], play: Play<S>): PlayedDay<S>[] {
  const played: PlayedDay<S>[] = []
  let open = [...steps].sort(latestFirst)
  let { lastSentOn } = play.customer
  for (let day = play.from; day <= play.until && open.length > 0; day = addDays(day, 1)) {
    const reached = open.filter((step) => lookedAtOn(step) <= day)
    if (reached.length === 0) continue
    const looks = reached.map((step) => ({ step, now: play.on(step, day) }))
    const due = looks.flatMap(({ now }) => (typeof now === 'string' ? [] : now))
    const plan = planDay(due, { ...play.customer, lastSentOn }, { ...play.account, today: day }, play.charged)
    if (plan.messages.some(([first]) => first!.kind === 'email')) lastSentOn = day
    const ended = looks.flatMap(({ step, now }) =>
      typeof now === 'string' ? { step, decision: { outcome: 'skipped', reason: now } as const } : [],
    )
    played.push({ day, messages: plan.messages, others: [...plan.others, ...ended] })
    open = [...open.filter((step) => !reached.includes(step)), ...heldBy(plan)].sort(latestFirst)
  }
  return played
}

/** Returns the day on which a step is looked at next. */
export const lookedAtOn = ({ heldUntil, scheduledOn }: PlayedStep): CalendarDate => heldUntil ?? scheduledOn

/** Returns the steps that a day held, as they wait for a later one. */
export const heldBy = <S extends PlayedStep>({ others }: Pick<PlayedDay<S>, 'others'>): S[] =>
  others.flatMap(({ step, decision }) =>
    decision.outcome === 'held' ? [{ ...step, heldFor: decision.reason, heldUntil: decision.until }] : [],
  )

const latestFirst = (a: PlayedStep, b: PlayedStep): number =>
  a.scheduledOn === b.scheduledOn ? b.position - a.position : a.scheduledOn < b.scheduledOn ? 1 : -1
