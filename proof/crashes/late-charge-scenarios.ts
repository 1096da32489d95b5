import { advanceClock } from './advance-clock.ts'
import {
  callAsStaff,
  ensureAsStaff,
  readAsStaff,
  type Scenario,
  type ScenarioContext,
  unexpectedReply,
} from './staff-calls.ts'
import { payWithCard } from './staff-scenarios.ts'

/*
 * Charges that succeed at the processor after they were canceled. The processor sends no event at first, so
 * the daily comparison has to find the charge. Then either the processor sends the event, or staff recheck
 * the case. These scenarios write to the processor's tables.
 */

/** The amounts distinguish the two scenarios when they run at the same time. */
const [REPORTED_AMOUNT, RECHECKED_AMOUNT] = ['60.00', '70.00']
const DAYS_UNTIL_FOUND = 5

interface Case {
  readonly pk: string
  readonly kind: string
  readonly observed: { readonly amount: string } | null
}

/** Charges an authorized card after the payment was canceled. */
async function chargeLate(context: ScenarioContext, invoice: string, amount: string): Promise<void> {
  const payment = await payWithCard(context, invoice, '4000000000000077', amount)
  if (payment.status !== 'preauth') return
  await ensureAsStaff(context, `payments/${payment.id}/void/`)
  const charged = await context.queryProcessor!(
    `update sandbox_charges set status = 'confirmed', captured_minor = amount_minor, reason = null, settle_at = null,
       settle_as = null, updated_at = now() + (select offset_ms from demo_clock) * interval '1 millisecond'
     where our_id = $1 and status = 'rejected' returning ref`,
    [payment.id],
  )
  if (charged.length === 1) context.facts.push({ kind: 'late_charge', id: payment.id })
}

const readOpenCases = async (context: ScenarioContext): Promise<readonly Case[]> =>
  (await readAsStaff<{ results: Case[] }>(context, 'payment-cases/?state=open&page_size=100')).results

const isUnbooked = (one: Case, amount: string): boolean =>
  one.kind === 'charge_without_payment' && one.observed?.amount === amount

/**
 * Advances the clock until the daily comparison finds the charge. A comparison that was interrupted finds it
 * a day later.
 */
async function waitUntilFound(context: ScenarioContext, amount: string): Promise<void> {
  for (let day = 0; day < DAYS_UNTIL_FOUND; day++) {
    await advanceClock(context.origin, 'P1D')
    if ((await readOpenCases(context)).some((one) => isUnbooked(one, amount))) return
  }
  throw new Error(`No comparison found the charge of ${amount}.`)
}

/** Inserts the processor's event for the charge that has an open case, and makes its delivery due. */
async function reportCharge(context: ScenarioContext): Promise<void> {
  await context.queryProcessor!(
    `with reported as (insert into sandbox_events (account_id, id, kind, charge_ref, created_at)
     select c.account_id, 'sbe_' || c.ref || '_late', 'charge.cleared', c.ref, c.updated_at from sandbox_charges c
     join payment_cases p on p.provider_ref = c.ref and p.kind = 'charge_without_payment' and p.closed_at is null
     where c.captured_minor = 6000 on conflict do nothing returning account_id)
     insert into due_work (account_id, schedule, key, due_at)
     select distinct account_id, 'payments.deliver-due-events', '', now() from reported
     on conflict (account_id, schedule, key) do update set due_at = least(due_work.due_at, excluded.due_at)`,
  )
}

/** Rechecks the cases of charges that are not booked. */
async function recheckCases(context: ScenarioContext, ...amounts: readonly string[]): Promise<void> {
  for (const one of await readOpenCases(context))
    if (amounts.some((amount) => isUnbooked(one, amount)))
      await ensureAsStaff(context, `payment-cases/${one.pk}/recheck/`)
}

/** Closes the cases of charges that were booked late, with a note. */
async function closeCases(context: ScenarioContext): Promise<void> {
  const note = 'Looked into'
  for (const { pk } of (await readOpenCases(context)).filter(({ kind }) => kind === 'late_charge')) {
    const reply = await callAsStaff(context, `payment-cases/${pk}/close/`, { note })
    // 409: closed by a call whose response was lost, or by a concurrent one.
    if (reply.status >= 300 && reply.status !== 409) throw unexpectedReply('close', reply)
    context.facts.push({ kind: 'case_closed', id: pk })
  }
}

/** The processor reports the charge, and the comparison closes its case. */
const reportedCharge: Scenario = async (context, invoice) => {
  await chargeLate(context, invoice, REPORTED_AMOUNT)
  await waitUntilFound(context, REPORTED_AMOUNT)
  await reportCharge(context)
  await advanceClock(context.origin, 'PT1M')
  await advanceClock(context.origin, 'P1D')
  await closeCases(context)
}

/** Staff recheck the case of the charge. */
const recheckedCharge: Scenario = async (context, invoice) => {
  await chargeLate(context, invoice, RECHECKED_AMOUNT)
  await waitUntilFound(context, RECHECKED_AMOUNT)
  await recheckCases(context, RECHECKED_AMOUNT)
  await closeCases(context)
}

/** The same without clock changes, which the caller makes: continues with the charge of the previous run. */
const reportedChargeWithoutClock: Scenario = async (context, invoice) => {
  await reportCharge(context)
  await closeCases(context)
  await chargeLate(context, invoice, REPORTED_AMOUNT)
}

const recheckedChargeWithoutClock: Scenario = async (context, invoice) => {
  await recheckCases(context, RECHECKED_AMOUNT)
  await closeCases(context)
  await chargeLate(context, invoice, RECHECKED_AMOUNT)
}

/** Rechecks the cases of all late charges, so that all are booked. */
export const recheckAllCases = (context: ScenarioContext): Promise<void> =>
  recheckCases(context, REPORTED_AMOUNT, RECHECKED_AMOUNT)

export const LATE_CHARGE_SCENARIOS = {
  reportedCharge,
  recheckedCharge,
  reportedChargeWithoutClock,
  recheckedChargeWithoutClock,
}
