import fc from 'fast-check'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PaymentProvider, succeeded } from '../../server/gateways/payments/port.ts'
import { failureOf } from '../failure-of.ts'
import { breachesOf, INVARIANTS } from '../invariants.ts'
import { SEED as COMMIT_SEED, sizeOf, triesMistakes } from '../ring.ts'
import { correspond, correspondences, inOrder } from './correspondence.ts'
import { type End, openPost, type Post } from './post.ts'
import { STORIES, type Story } from './stories.ts'

/*
 * The post of a processor in every state of disorder: twice and five times at once, in any order, three days late,
 * before the answer that it belongs to, forged, old, of another tenant. It ends as if it had come in order, nothing that
 * is not genuine changes anything, and nobody is answered with a fault of ours. WEBHOOK_CASES sets how many,
 * WEBHOOK_SEED others than the usual ones.
 */

const CASES = sizeOf('WEBHOOK_CASES', { gate: 25, full: 200 })
const SEED = sizeOf('WEBHOOK_SEED', { gate: COMMIT_SEED, full: 20_261_121 })
/** What is made wrong on purpose is noticed among so many. */
const CASES_WITH_A_BUG = 60
const MINUTE_MS = 60_000

let post: Post
const expected = new Map<Story, End>()
beforeAll(async () => {
  console.log(`WEBHOOK_SEED=${SEED}`)
  post = await openPost()
  for (const story of STORIES) expected.set(story, await correspond(post, inOrder(story)))
})
afterAll(() => post.close())

/** Tries so many, and throws with the smallest that goes wrong. */
const tryMany = (cases: number, endOnFailure: boolean): Promise<void> =>
  fc.assert(
    fc.asyncProperty(correspondences, async (given) => {
      expect(await correspond(post, given), 'how it ends').toEqual(expected.get(given.story))
    }),
    { numRuns: cases, seed: SEED, endOnFailure },
  )

async function breaches(): Promise<string[]> {
  const client = new pg.Client(post.test.ownerConfig)
  await client.connect()
  try {
    return await breachesOf(async (text) => (await client.query<{ text: string }>(text)).rows, INVARIANTS)
  } finally {
    await client.end()
  }
}

it(
  `the post of a processor in ${CASES} kinds of disorder ends as it does in order`,
  async () => {
    await tryMany(CASES, false)
    expect(await breaches()).toEqual([])
  },
  MINUTE_MS + CASES * 1_000,
)

interface Bug {
  readonly wrong: (real: PaymentProvider) => Partial<PaymentProvider>
  /** What is said of it, whichever disorder shows it first. */
  readonly notices: RegExp
}

const BUGS: Readonly<Record<string, Bug>> = {
  'the signature is not checked': {
    wrong: (real) => ({
      verifyWebhook: async (connection, request, secrets) => {
        const said = request.body.toString()
        if (!said.endsWith('}')) return real.verifyWebhook(connection, request, secrets)
        const { id, type, account, data } = JSON.parse(said)
        return succeeded([
          { eventId: id, kind: type, object: 'payment', objectRef: data.id, recipient: account },
        ])
      },
    }),
    notices: /^refused: .*(signature|timestamp|secret).*: expected 200/m,
  },
  'a signature never grows old': {
    wrong: (real) => ({
      verifyWebhook: (connection, request, secrets) => {
        const seconds = Number(/t=(\d+)/.exec(request.headers['sandbox-signature'] ?? '')?.[1] ?? 0)
        return real.verifyWebhook(connection, { ...request, receivedAt: seconds * 1000 }, secrets)
      },
    }),
    notices: /^refused: .*timestamp.*: expected 200/m,
  },
  'whose account an event is about is not asked': {
    wrong: (real) => ({
      verifyWebhook: async (...values) => {
        const events = await real.verifyWebhook(...values)
        return events.ok ? succeeded(events.value.map((event) => ({ ...event, recipient: null }))) : events
      },
    }),
    notices: /^refused: the account of another tenant: expected 200/m,
  },
  'an event is known by the time at which it came': {
    wrong: (real) => {
      let count = 0
      return {
        verifyWebhook: async (...values) => {
          const events = await real.verifyWebhook(...values)
          const again = (id: string) => `${id}_${++count}`
          return events.ok
            ? succeeded(events.value.map((event) => ({ ...event, eventId: again(event.eventId) })))
            : events
        },
      }
    },
    notices: /^each event is kept once: /m,
  },
  'what was fetched once is believed for good': {
    wrong: (real) => {
      const known = new Map<string, ReturnType<PaymentProvider['fetch']>>()
      return {
        fetch: (connection, ref) => {
          const before = known.get(ref) ?? real.fetch(connection, ref)
          known.set(ref, before)
          return before
        },
      }
    },
    notices: /^how it ends: expected \{ status: /m,
  },
}

const mistakes = triesMistakes('proof/webhooks/', 'server/rooms/payments/actions/inbox/')
  ? Object.entries(BUGS)
  : []

describe.runIf(mistakes.length > 0)('notices what is made wrong on purpose', () => {
  afterEach(() => post.mistake(null))

  it.each(mistakes)('%s', async (_, { wrong, notices }) => {
    post.mistake(wrong)
    expect(await failureOf(() => tryMany(CASES_WITH_A_BUG, true))).toMatch(notices)
  })
})
