import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { failed, type Outcome } from '../../server/gateways/payments/port.ts'
import { findUnmarkedWork } from '../../testing/unmarked-work.ts'
import { failureOf } from '../failure-of.ts'
import { breachesOf, INVARIANTS, SETTLED } from '../invariants.ts'
import { sampleOf, sizeOf, triesMistakes } from '../ring.ts'
import { checkResult } from './check-result.ts'
import { FAULTS, type Fault } from './faults.ts'
import { OPERATIONS, type Operation } from './operations.ts'
import { type FaultResult, runFault } from './run-fault.ts'
import { type DeliberateBug, type Mistake, openWorld, type World } from './world.ts'

/*
 * Combines every fault of a processor with every operation that moves money there. Replies are true, unknown
 * outcomes are resolved within 15 minutes after the processor recovers, and every charge and refund is booked
 * once. FAULT_ROUNDS sets the number of rounds.
 */

const ROUNDS = sizeOf('FAULT_ROUNDS', { gate: 1, full: 1 })
const ROUND_MS = 60_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function breaches(): Promise<string[]> {
  const client = new pg.Client(world.test.ownerConfig)
  await client.connect()
  const runQuery = async (text: string) => (await client.query<{ text: string }>(text)).rows
  try {
    return [...(await breachesOf(runQuery, INVARIANTS)), ...(await breachesOf(runQuery, SETTLED))]
  } finally {
    await client.end()
  }
}

describe.each(sampleOf(FAULTS, 3))('$name', (fault: Fault) => {
  const rounds: Map<string, FaultResult>[] = []
  beforeAll(async () => {
    for (let round = 0; round < ROUNDS; round++) rounds.push(await runFault(world, fault, OPERATIONS))
  }, ROUNDS * ROUND_MS)

  it.each(OPERATIONS)('reports the outcome of $name truthfully and books it once', (operation: Operation) => {
    for (const results of rounds) checkResult(fault, operation, results.get(operation.name)!)
  })

  it('leaves no breach in the books', async () => {
    expect(rounds).toHaveLength(ROUNDS)
    expect(await breaches()).toEqual([])
    expect(await findUnmarkedWork(world.test.app, world.company.accountId)).toEqual([])
  })
})

const isUnknown = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && outcome.error.kind === 'unknown_outcome'

const treatUnknownAs =
  (kind: 'unavailable' | 'declined'): Mistake =>
  (outcome) =>
    isUnknown(outcome) ? failed({ kind, code: 'lost', raw: null }) : outcome

const reportRequestedAmount: Mistake = (outcome) =>
  outcome.ok
    ? { ok: true, value: { ...(outcome.value as object), amount: { minor: 8000n, currency: 'USD' } } }
    : outcome

const [card, capture, refund] = ['a card in the portal', 'the capture of an authorized card', 'a refund']

/**
 * Each bug with the fault and operation that show it, and the expected failure. They run last, because the
 * books stay wrong.
 */
const BUGS: readonly (readonly [string, DeliberateBug, string, string, RegExp])[] = [
  [
    'a response is not compared with the request',
    { mistake: reportRequestedAmount },
    'a wrong amount',
    refund,
    /^a case reports the difference: expected \[\] to include 'mismatch'/,
  ],
  [
    'a lost response is treated as an unreachable processor',
    { mistake: treatUnknownAs('unavailable') },
    'an empty body',
    card,
    /^reported as being confirmed: expected 503 to be 200/,
  ],
  [
    'a lost response to a capture is treated as an unreachable processor',
    { mistake: treatUnknownAs('unavailable') },
    'an empty body',
    capture,
    /^reported as authorized: expected /,
  ],
  [
    'a lost response is treated as a decline',
    { mistake: treatUnknownAs('declined') },
    '500',
    refund,
    /^reported as being confirmed: expected 402 to be 200/,
  ],
  [
    'no reconciler',
    { withoutSchedules: ['payments.check-due-payments', 'payments.check-due-refunds'] },
    'timeout after the effect',
    card,
    /^reported as done: expected 'waiting' to be 'confirmed'/,
  ],
]

const bugs = triesMistakes('proof/faults/', 'server/gateways/payments/') ? BUGS : []

describe.runIf(bugs.length > 0)('detects deliberate bugs', () => {
  afterEach(() => world.injectBug({}))

  it.each(bugs)('%s', async (_, bug, faultName, operationName, detectedAs) => {
    const fault = FAULTS.find(({ name }) => name === faultName)!
    const operation = OPERATIONS.find(({ name }) => name === operationName)!
    world.injectBug(bug)
    const result = (await runFault(world, fault, [operation])).get(operationName)!
    expect(await failureOf(() => checkResult(fault, operation, result))).toMatch(detectedAs)
  })
})
