import fc from 'fast-check'
import { expect } from 'vitest'
import { DAY_MS } from '../../domain/dates/durations.ts'
import { FORGED_WEBHOOKS } from './forged-webhooks.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'
import { findChargeRef, type Outcome, readOutcome, type WebhookReceiver } from './webhook-receiver.ts'

const DAYS_LATE_MS = 3 * DAY_MS
const AT_ONCE = 5
const WORKERS = 2

/** How the webhooks about one payment arrive. */
export interface WebhookDelivery {
  readonly scenario: Scenario
  /** The events in their order of arrival. */
  readonly order: readonly number[]
  /** The position of an event that arrives five times at once. */
  readonly fivefold: number
  /** The position of an event that arrives again with the same id and other contents. */
  readonly altered: number
  /** True when all events arrive three days after the last change. */
  readonly late: boolean
  /** True when an event arrives before the reply to the request that made the charge. */
  readonly early: boolean
  /** Forged webhooks, each with the position that it arrives before. */
  readonly forged: readonly { readonly position: number; readonly kind: keyof typeof FORGED_WEBHOOKS }[]
}

const KINDS = Object.keys(FORGED_WEBHOOKS) as (keyof typeof FORGED_WEBHOOKS)[]
const MAX_EVENTS = 5
const NONE = -1
const position = fc.integer({ min: NONE, max: MAX_EVENTS - 1 })

/** One event for each change, and further events without a change, as processors send them. */
const eventOrders = (scenario: Scenario): fc.Arbitrary<number[]> =>
  fc.integer({ min: scenario.changes.length, max: MAX_EVENTS }).chain((count) => {
    const events = Array.from({ length: count }, (_, event) => event)
    return fc.shuffledSubarray(events, { minLength: count, maxLength: count })
  })

export const webhookDeliveries: fc.Arbitrary<WebhookDelivery> = fc
  .constantFrom(...SCENARIOS)
  .chain((scenario) =>
    fc.record({
      scenario: fc.constant(Object.assign(scenario, { [fc.toStringMethod]: () => scenario.name })),
      order: eventOrders(scenario),
      fivefold: position,
      altered: position,
      late: fc.boolean(),
      early: fc.boolean(),
      forged: fc.array(fc.record({ position, kind: fc.constantFrom(...KINDS) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  )

/** Each event once, in order and in time. Every other delivery must have the same outcome. */
export const inOrder = (scenario: Scenario): WebhookDelivery => ({
  scenario,
  order: scenario.changes.map((_, event) => event),
  fivefold: NONE,
  altered: NONE,
  late: false,
  early: false,
  forged: [],
})

/** Starts a payment and delivers its webhooks. Expects each reply to be correct, and returns the outcome. */
export async function deliverWebhooks(receiver: WebhookReceiver, given: WebhookDelivery): Promise<Outcome> {
  const { scenario, early, late, order } = given
  const { invoiceId, uow } = await receiver.createInvoice()
  receiver.beforeReply(early ? (charge) => deliver(receiver, { id: `sbe_${charge}_early`, charge }) : null)
  await scenario.begin(uow, invoiceId)
  receiver.beforeReply(null)
  const charge = await findChargeRef(receiver, invoiceId)
  let changed = 0
  const changeUpTo = async (upTo: number): Promise<void> => {
    for (; changed < Math.min(upTo, scenario.changes.length); changed++)
      await scenario.changes[changed]!(receiver.dashboard, charge)
  }
  if (late) {
    await changeUpTo(scenario.changes.length)
    receiver.test.clock.advance(DAYS_LATE_MS)
  }
  for (const [at, event] of order.entries()) {
    // A processor sends an event after the change.
    await changeUpTo(event + 1)
    const about = { id: `sbe_${charge}_${event}`, charge }
    for (const { position, kind } of given.forged)
      if (Math.max(0, Math.min(position, order.length - 1)) === at) await sendForged(receiver, kind, about)
    await deliver(receiver, about, at === given.fivefold ? AT_ONCE : 1)
    if (at === given.altered) await sendAltered(receiver, about)
  }
  const outcome = await readOutcome(receiver, invoiceId)
  await expectOnlyGenuineStored(receiver, charge, early ? order.length + 1 : order.length)
  return outcome!
}

interface About {
  readonly id: string
  readonly charge: string
}

async function deliver(receiver: WebhookReceiver, about: About, copies = 1): Promise<void> {
  const webhook = receiver.sign(about)
  const statuses = await Promise.all(Array.from({ length: copies }, () => receiver.send(webhook)))
  expect(statuses, 'a genuine webhook is accepted').toEqual(Array(copies).fill(200))
  const workers = Math.min(copies, WORKERS)
  await Promise.all(Array.from({ length: workers }, () => receiver.handle(about.id)))
}

async function sendAltered(receiver: WebhookReceiver, about: About): Promise<void> {
  const altered = receiver.sign({ ...about, kind: 'charge.other', charge: 'sbc_another' })
  expect(await receiver.send(altered), 'a known event is accepted').toBe(200)
  await receiver.handle(about.id)
}

async function sendForged(
  receiver: WebhookReceiver,
  name: keyof typeof FORGED_WEBHOOKS,
  about: About,
): Promise<void> {
  const { reply, send } = FORGED_WEBHOOKS[name]
  const status = await send(receiver, { ...about, id: `${about.id}_forged` })
  if (reply === 'accepted') {
    expect(status, name).toBe(200)
    return receiver.handle(`${about.id}_forged_unknown`)
  }
  expect(status, `refused: ${name}`).toBeGreaterThanOrEqual(400)
  expect(status, `refused: ${name}`).toBeLessThan(500)
}

/** Expects each genuine event to be stored once, and no forged one. */
async function expectOnlyGenuineStored(
  receiver: WebhookReceiver,
  charge: string,
  genuine: number,
): Promise<void> {
  const stored = await receiver.read((ctx) =>
    ctx.db
      .selectFrom('provider_inbox')
      .select(['event_id', 'status'])
      .where('event_id', 'like', `sbe_${charge.replaceAll('_', '\\_')}%`)
      .execute(),
  )
  expect(
    stored.filter(({ event_id }) => !event_id.endsWith('_unknown')),
    'each event is stored once',
  ).toHaveLength(genuine)
  expect(
    stored.filter(({ event_id }) => event_id.endsWith('_forged')),
    'no forged event is stored',
  ).toEqual([])
  expect(
    stored.filter(({ status }) => status === 'new'),
    'no event stays unprocessed',
  ).toEqual([])
}
