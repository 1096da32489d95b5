import { payWith } from './closing.ts'
import { moveClock } from './moving-clock.ts'
import { type Story, staff, staffOnce, staffReads, type Turn, unexpected } from './staff.ts'

/*
 * What a processor takes after it had been let go. It tells nobody of it at first, so that the daily comparison has to find
 * out; then either it tells, or staff ask again because of the case. Stories of a proof that can write in the processor's books.
 */

/** The amounts tell the two apart where both happen at once. */
const [HEARD_OF, ASKED_ABOUT] = ['60.00', '70.00']
const DAYS_UNTIL_FOUND = 5

interface Case {
  readonly pk: string
  readonly kind: string
  readonly observed: { readonly amount: string } | null
}

/** A card that was only authorized and was let go is charged after all. */
async function chargeLate(turn: Turn, invoice: string, amount: string): Promise<void> {
  const payment = await payWith(turn, invoice, '4000000000000077', amount)
  if (payment.status !== 'preauth') return
  await staffOnce(turn, `payments/${payment.id}/void/`)
  const charged = await turn.desk!(
    `update sandbox_charges set status = 'confirmed', captured_minor = amount_minor, reason = null, settle_at = null,
       settle_as = null, updated_at = now() + (select offset_ms from demo_clock) * interval '1 millisecond'
     where our_id = $1 and status = 'rejected' returning ref`,
    [payment.id],
  )
  if (charged.length === 1) turn.facts.push({ kind: 'late', id: payment.id })
}

const casesOf = async (turn: Turn): Promise<readonly Case[]> =>
  (await staffReads<{ results: Case[] }>(turn, 'payment-cases/?state=open&page_size=100')).results

const isUnbooked = (one: Case, amount: string): boolean =>
  one.kind === 'charge_without_payment' && one.observed?.amount === amount

/** The daily comparison finds it, at the latest on the day after one at which it was cut off. */
async function waitUntilFound(turn: Turn, amount: string): Promise<void> {
  for (let day = 0; day < DAYS_UNTIL_FOUND; day++) {
    await moveClock(turn.origin, 'P1D')
    if ((await casesOf(turn)).some((one) => isUnbooked(one, amount))) return
  }
  throw new Error(`No comparison finds the charge of ${amount}.`)
}

/** The processor tells of what a case is open about. */
async function tellOfIt(turn: Turn): Promise<void> {
  await turn.desk!(
    `insert into sandbox_events (account_id, id, kind, charge_ref, created_at)
     select c.account_id, 'sbe_' || c.ref || '_late', 'charge.cleared', c.ref, c.updated_at from sandbox_charges c
     join payment_cases p on p.provider_ref = c.ref and p.kind = 'charge_without_payment' and p.closed_at is null
     where c.captured_minor = 6000 on conflict do nothing`,
  )
}

/** Staff ask again about what nobody booked. */
export async function repeatRequests(turn: Turn, ...amounts: readonly string[]): Promise<void> {
  for (const one of await casesOf(turn))
    if (amounts.some((amount) => isUnbooked(one, amount)))
      await staffOnce(turn, `payment-cases/${one.pk}/recheck/`)
}

/** What was recorded late needs somebody to have a look at it, and to say so. */
async function closeCases(turn: Turn): Promise<void> {
  const note = 'Looked into'
  for (const { pk } of (await casesOf(turn)).filter(({ kind }) => kind === 'late_charge')) {
    const answer = await staff(turn, `payment-cases/${pk}/close/`, { note })
    // Closed by the call whose answer was lost, or by somebody else in this moment.
    if (answer.status >= 300 && answer.status !== 409) throw unexpected('close', answer)
    turn.facts.push({ kind: 'case_closed', id: pk })
  }
}

/** Told of by the processor; the comparison closes its case. */
const heardOf: Story = async (turn, invoice) => {
  await chargeLate(turn, invoice, HEARD_OF)
  await waitUntilFound(turn, HEARD_OF)
  await tellOfIt(turn)
  await moveClock(turn.origin, 'PT1M')
  await moveClock(turn.origin, 'P1D')
  await closeCases(turn)
}

/** Found out by staff. */
const askedAbout: Story = async (turn, invoice) => {
  await chargeLate(turn, invoice, ASKED_ABOUT)
  await waitUntilFound(turn, ASKED_ABOUT)
  await repeatRequests(turn, ASKED_ABOUT)
  await closeCases(turn)
}

/** The same where others let the days go by: what an earlier turn began is gone on with. */
const heardOfMeanwhile: Story = async (turn, invoice) => {
  await tellOfIt(turn)
  await closeCases(turn)
  await chargeLate(turn, invoice, HEARD_OF)
}

const askedAboutMeanwhile: Story = async (turn, invoice) => {
  await repeatRequests(turn, ASKED_ABOUT)
  await closeCases(turn)
  await chargeLate(turn, invoice, ASKED_ABOUT)
}

/** Nothing that was charged late is left to be booked. */
export const askAboutAll = (turn: Turn): Promise<void> => repeatRequests(turn, HEARD_OF, ASKED_ABOUT)

export const LATE = { heardOf, askedAbout, heardOfMeanwhile, askedAboutMeanwhile }
