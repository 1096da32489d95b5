import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { failed, type Outcome } from '../../server/gateways/payments/port.ts'
import { findUnmarkedWork } from '../../testing/unmarked-work.ts'
import { failureOf } from '../failure-of.ts'
import { breachesOf, INVARIANTS, SETTLED } from '../invariants.ts'
import { compareBooks } from '../processors/compare-books.ts'
import { FAULTS, type Fault } from '../processors/fault-control.ts'
import { type DeliberateBug, type Mistake, openWorld, type World } from '../processors/open-world.ts'
import type { ProcessorRow } from '../processors/processor-row.ts'
import { sandboxRow } from '../processors/rows/sandbox-row.ts'
import { CHOSEN_ROWS } from '../processors/rows.ts'
import { sampleOf, sizeOf, triesMistakes } from '../ring.ts'
import { checkResult } from './check-result.ts'
import { OPERATIONS, type Operation } from './operations.ts'
import { type FaultResult, runFault } from './run-fault.ts'

/*
 * Combines every fault of a processor with every operation that moves money there. Replies are true, unknown
 * outcomes are resolved within 15 minutes after the processor recovers, and every charge and refund is booked
 * once. FAULT_ROUNDS sets the number of rounds.
 */

const ROUNDS = sizeOf('FAULT_ROUNDS', { gate: 1, full: 1 })
const ROUND_MS = 60_000

async function breaches({ test }: World): Promise<string[]> {
  const client = new pg.Client(test.ownerConfig)
  await client.connect()
  const runQuery = async (text: string) => (await client.query<{ text: string }>(text)).rows
  try {
    return [...(await breachesOf(runQuery, INVARIANTS)), ...(await breachesOf(runQuery, SETTLED))]
  } finally {
    await client.end()
  }
}

/** Faults in `npm test`: most of them at the Sandbox, where they take least time. */
const faultsOf = (row: ProcessorRow): Fault[] => sampleOf(FAULTS, row === sandboxRow ? 3 : 1)

describe.each(CHOSEN_ROWS)('$name', (row) => {
  let world: World
  let possible: readonly Operation[]
  beforeAll(async () => {
    world = await openWorld(row)
    possible = OPERATIONS.filter(({ isPossible }) => isPossible(world.can))
    for (const { name } of OPERATIONS.filter((one) => !possible.includes(one)))
      console.log(`${row.name} can’t do ${name}`)
  })
  afterAll(() => world.close())

  describe.each(faultsOf(row))('$name', (fault: Fault) => {
    const rounds: Map<string, FaultResult>[] = []
    const canHappen = () => fault.consequence.kind !== 'wrong' || world.namesAmounts
    beforeAll(async () => {
      if (!canHappen()) console.log(`${row.name}’s answers name no amount, so they name no wrong one`)
      else for (let round = 0; round < ROUNDS; round++) rounds.push(await runFault(world, fault, possible))
    }, ROUNDS * ROUND_MS)

    it.for(OPERATIONS)('reports the outcome of $name truthfully and books it once', (operation, { skip }) => {
      if (!possible.includes(operation) || !canHappen()) skip(`${row.name} can’t do that`)
      for (const results of rounds) checkResult(fault, operation, results.get(operation.name)!)
    })

    it('leaves no breach in the books', async () => {
      expect(rounds).toHaveLength(canHappen() ? ROUNDS : 0)
      expect(await breaches(world)).toEqual([])
      expect(await compareBooks(world)).toEqual([])
      expect(await findUnmarkedWork(world.test.app, world.company.accountId)).toEqual([])
      expect(world.violations(), 'violations of the processor’s contract').toEqual([])
    })
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
 * Each bug with the fault and operation that show it, and the expected failure. They run in a company
 * of their own, because the books stay wrong.
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
    /^(reported as done: expected 'waiting' to be 'confirmed'|resolved: .*"payment":"waiting")/,
  ],
]

const bugs = triesMistakes('proof/faults/', 'proof/processors/', 'server/gateways/payments/') ? BUGS : []

describe.runIf(bugs.length > 0).each(CHOSEN_ROWS)('$name: detects deliberate bugs', (row) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(row)
  })
  afterAll(() => world.close())
  afterEach(() => world.injectBug({}))

  it.for(bugs)('%s', async ([, bug, faultName, operationName, detectedAs], { skip }) => {
    const fault = FAULTS.find(({ name }) => name === faultName)!
    const operation = OPERATIONS.find(({ name }) => name === operationName)!
    const canHappen = fault.consequence.kind !== 'wrong' || world.namesAmounts
    if (!operation.isPossible(world.can) || !canHappen) skip(`${row.name} can’t do that`)
    world.injectBug(bug)
    const result = (await runFault(world, fault, [operation])).get(operationName)!
    expect(await failureOf(() => checkResult(fault, operation, result))).toMatch(detectedAs)
  })
})
