import fc from 'fast-check'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../domain/dates/durations.ts'
import { type PaymentProcessor, succeeded } from '../../server/gateways/payments/port.ts'
import { failureOf } from '../failure-of.ts'
import { breachesOf, INVARIANTS } from '../invariants.ts'
import { SEED as COMMIT_SEED, sizeOf, triesMistakes } from '../ring.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'
import { deliverWebhooks, inOrder, webhookDeliveries } from './webhook-delivery.ts'
import { type Outcome, openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

/*
 * Webhooks in disorder: duplicated, five at once, in any order, three days late, before the reply that they
 * belong to, forged, old, of another tenant. The outcome equals that of ordered webhooks, forged ones change
 * nothing, and no reply is an internal error. WEBHOOK_CASES sets the number of cases, WEBHOOK_SEED their
 * seed.
 */

const CASES = sizeOf('WEBHOOK_CASES', { gate: 25, full: 200 })
const SEED = sizeOf('WEBHOOK_SEED', { gate: COMMIT_SEED, full: 20_261_121 })
/** The number of cases in which an injected bug must show. */
const CASES_WITH_A_BUG = 60

let receiver: WebhookReceiver
const expected = new Map<Scenario, Outcome>()
beforeAll(async () => {
  console.log(`WEBHOOK_SEED=${SEED}`)
  receiver = await openWebhookReceiver()
  for (const scenario of SCENARIOS) expected.set(scenario, await deliverWebhooks(receiver, inOrder(scenario)))
})
afterAll(() => receiver.close())

/** Tries this many deliveries and throws with the smallest that fails. */
const tryDeliveries = (cases: number, endOnFailure: boolean): Promise<void> =>
  fc.assert(
    fc.asyncProperty(webhookDeliveries, async (given) => {
      expect(await deliverWebhooks(receiver, given), 'the outcome').toEqual(expected.get(given.scenario))
    }),
    { numRuns: cases, seed: SEED, endOnFailure },
  )

async function findBreaches(): Promise<string[]> {
  const client = new pg.Client(receiver.test.ownerConfig)
  await client.connect()
  try {
    return await breachesOf(async (text) => (await client.query<{ text: string }>(text)).rows, INVARIANTS)
  } finally {
    await client.end()
  }
}

it(
  `webhooks in ${CASES} kinds of disorder have the outcome of ordered ones`,
  async () => {
    await tryDeliveries(CASES, false)
    expect(await findBreaches()).toEqual([])
  },
  MINUTE_MS + CASES * 1_000,
)

interface Bug {
  readonly inject: (real: PaymentProcessor) => Partial<PaymentProcessor>
  /** The failure that it causes in any delivery that reveals it. */
  readonly failure: RegExp
}

const BUGS: Readonly<Record<string, Bug>> = {
  'the signature is not checked': {
    inject: (real) => ({
      verifyWebhook: async (connection, request, secrets) => {
        const body = request.body.toString()
        if (!body.endsWith('}')) return real.verifyWebhook(connection, request, secrets)
        const { id, type, account, data } = JSON.parse(body)
        return succeeded([
          { eventId: id, kind: type, object: 'payment', objectRef: data.id, recipient: account },
        ])
      },
    }),
    failure: /^refused: .*(signature|timestamp|secret).*: expected 200/m,
  },
  'old signatures are accepted': {
    inject: (real) => ({
      verifyWebhook: (connection, request, secrets) => {
        const seconds = Number(/t=(\d+)/.exec(request.headers['sandbox-signature'] ?? '')?.[1] ?? 0)
        return real.verifyWebhook(connection, { ...request, receivedAt: seconds * 1000 }, secrets)
      },
    }),
    failure: /^refused: .*timestamp.*: expected 200/m,
  },
  'the account of an event is not checked': {
    inject: (real) => ({
      verifyWebhook: async (...values) => {
        const events = await real.verifyWebhook(...values)
        return events.ok ? succeeded(events.value.map((event) => ({ ...event, recipient: null }))) : events
      },
    }),
    failure: /^refused: the account of another tenant: expected 200/m,
  },
  'a repeated event gets a new id': {
    inject: (real) => {
      let count = 0
      return {
        verifyWebhook: async (...values) => {
          const events = await real.verifyWebhook(...values)
          const newId = (id: string) => `${id}_${++count}`
          return events.ok
            ? succeeded(events.value.map((event) => ({ ...event, eventId: newId(event.eventId) })))
            : events
        },
      }
    },
    failure: /^each event is stored once: /m,
  },
  'the first fetched state of a charge is cached': {
    inject: (real) => {
      const known = new Map<string, ReturnType<PaymentProcessor['fetch']>>()
      return {
        fetch: (connection, ref) => {
          const before = known.get(ref) ?? real.fetch(connection, ref)
          known.set(ref, before)
          return before
        },
      }
    },
    failure: /^the outcome: expected \{ status: /m,
  },
}

const bugs = triesMistakes('proof/webhooks/', 'server/rooms/payments/actions/inbox/')
  ? Object.entries(BUGS)
  : []

describe.runIf(bugs.length > 0)('detects an injected bug', () => {
  afterEach(() => receiver.injectBug(null))

  it.each(bugs)('%s', async (_, { inject, failure }) => {
    receiver.injectBug(inject)
    expect(await failureOf(() => tryDeliveries(CASES_WITH_A_BUG, true))).toMatch(failure)
  })
})
