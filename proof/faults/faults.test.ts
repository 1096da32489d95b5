import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { failed, type Outcome } from '../../server/gateways/payments/port.ts'
import { failureOf } from '../failure-of.ts'
import { breachesOf, INVARIANTS, SETTLED } from '../invariants.ts'
import { sampleOf, sizeOf, triesMistakes } from '../ring.ts'
import { FAULTS, type Fault } from './faults.ts'
import { judge } from './judge.ts'
import { OPERATIONS, type Operation } from './operations.ts'
import { type Cell, runRow } from './row.ts'
import { type DeliberateFault, type Mistake, openWorld, type World } from './world.ts'

/*
 * Every fault of a processor against every operation that moves money there. Whoever waits for an answer is told
 * the truth, what is unknown is found out within a quarter of an hour after the processor is well again, and whatever
 * happened there is in the books once. FAULT_ROUNDS sets how often.
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
  const ask = async (text: string) => (await client.query<{ text: string }>(text)).rows
  try {
    return [...(await breachesOf(ask, INVARIANTS)), ...(await breachesOf(ask, SETTLED))]
  } finally {
    await client.end()
  }
}

describe.each(sampleOf(FAULTS, 3))('$name', (fault: Fault) => {
  const rounds: Map<string, Cell>[] = []
  beforeAll(async () => {
    for (let round = 0; round < ROUNDS; round++) rounds.push(await runRow(world, fault, OPERATIONS))
  }, ROUNDS * ROUND_MS)

  it.each(OPERATIONS)('of $name', (operation: Operation) => {
    for (const cells of rounds) judge(fault, operation, cells.get(operation.name)!)
  })

  it('leaves the books right to the cent', async () => {
    expect(rounds).toHaveLength(ROUNDS)
    expect(await breaches()).toEqual([])
  })
})

const isLost = (outcome: Outcome<unknown>): boolean => !outcome.ok && outcome.error.kind === 'unknown_outcome'

const lostTakenFor =
  (kind: 'unavailable' | 'declined'): Mistake =>
  (outcome) =>
    isLost(outcome) ? failed({ kind, code: 'lost', raw: null }) : outcome

const asAskedFor: Mistake = (outcome) =>
  outcome.ok
    ? { ok: true, value: { ...(outcome.value as object), amount: { minor: 8000n, currency: 'USD' } } }
    : outcome

const [card, capture, refund] = ['a card in the portal', 'the capture of an authorised card', 'a refund']

/** Each with the fault and the operation that show it, and what is said of it. They leave the books wrong, so they come last. */
const BUGS: readonly (readonly [string, DeliberateFault, string, string, RegExp])[] = [
  [
    'an answer not compared with what was asked',
    { mistake: asAskedFor },
    'a wrong amount',
    refund,
    /^somebody is told that it differs: expected \[\] to include 'mismatch'/,
  ],
  [
    'a lost answer taken for a processor out of reach',
    { mistake: lostTakenFor('unavailable') },
    'an empty body',
    card,
    /^told that it is being confirmed: expected 503 to be 200/,
  ],
  [
    'a lost answer to a capture taken for a processor out of reach',
    { mistake: lostTakenFor('unavailable') },
    'an empty body',
    capture,
    /^told that it is authorised: expected /,
  ],
  [
    'a lost answer taken for a decline',
    { mistake: lostTakenFor('declined') },
    '500',
    refund,
    /^told that it is being confirmed: expected 402 to be 200/,
  ],
  [
    'no reconciler',
    { withoutSchedules: ['payments.check-due-payments', 'payments.check-due-refunds'] },
    'time-out after the effect',
    card,
    /^told that it is done: expected 'waiting' to be 'confirmed'/,
  ],
]

const mistakes = triesMistakes('proof/faults/', 'server/gateways/payments/') ? BUGS : []

describe.runIf(mistakes.length > 0)('notices what is made wrong on purpose', () => {
  afterEach(() => world.make({}))

  it.each(mistakes)('%s', async (_, bug, faultName, operationName, notices) => {
    const fault = FAULTS.find(({ name }) => name === faultName)!
    const operation = OPERATIONS.find(({ name }) => name === operationName)!
    world.make(bug)
    const cell = (await runRow(world, fault, [operation])).get(operationName)!
    expect(await failureOf(() => judge(fault, operation, cell))).toMatch(notices)
  })
})
