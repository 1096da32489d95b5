import { expect, it } from 'vitest'
import { FAILPOINT_EFFECTS, type FailpointEffect } from '../../../server/platform/control/failpoint.ts'
import { waitUntil } from '../../../testing/wait-until.ts'
import { sampleOf } from '../../ring.ts'
import { advanceClock } from '../advance-clock.ts'
import { startCrashTest } from '../crash-test.ts'
import { issueInvoice } from '../issue-invoice.ts'
import { recheckAllCases } from '../late-charge-scenarios.ts'
import { type FailpointTrigger, TRIGGERS, withoutClock } from './failpoint-triggers.ts'
import { isTouchedFailpoint } from './touched-failpoints.ts'

const test = startCrashTest()

/** CRASH_TIMES=5 tries every other effect at each failpoint. */
const TIMES = Number(process.env.CRASH_TIMES ?? 0)

const ROUNDS = 6
/** Longest wait for the hits of a round. */
const LATE_HITS_MS = 5_000
/** Clock steps at which the worker and the schedules run. */
const STEPS = ['PT3M', 'PT2H', 'P4D']
const OTHERS = FAILPOINT_EFFECTS.filter((effect) => effect !== 'kill')
type Name = keyof typeof TRIGGERS
const NAMES = sampleOf(Object.keys(TRIGGERS) as Name[], 2, isTouchedFailpoint)
/** Assigns one of the other effects to each failpoint, in turn; with CRASH_TIMES all of them. */
const ASSIGNMENTS: readonly (readonly [effects: string, effectAt: (name: Name) => FailpointEffect])[] =
  TIMES > 0
    ? OTHERS.map((effect) => [effect, () => effect])
    : [[OTHERS.join(' or '), (name) => OTHERS[NAMES.indexOf(name) % OTHERS.length]!]]

it.each(ASSIGNMENTS)('loses and repeats nothing with %s at every failpoint', async (_effects, effectAt) => {
  test.machine.takeHits()
  const missing = new Set(NAMES)
  for (let round = 0; round < ROUNDS && missing.size > 0; round++) {
    await test.machine.query('delete from throttle_counters')
    const armed = [...missing].map((name) => `${name}:${effectAt(name)}`).join(',')
    for (const part of ['server', 'worker'] as const) await test.machine.arm(part, armed)
    const scenarios = new Set([...missing].map((name) => withoutClock(TRIGGERS[name][0][1])))
    await Promise.all([...scenarios].map((scenario, index) => runScenario(scenario, round + index)))
    for (const step of STEPS) await advanceClock(test.machine.origin, step)
    // The worker comes to it later on a busy machine.
    await waitUntil(async () => {
      for (const { hit, hasCaller } of test.machine.takeHits()) {
        const name = hit as Name
        // A hit without a caller has no connection to cut.
        if (effectAt(name) !== 'drop' || hasCaller || TRIGGERS[name][0][0] !== 'server') missing.delete(name)
      }
      return missing.size === 0
    }, LATE_HITS_MS)
  }
  for (const part of ['server', 'worker'] as const) await test.machine.arm(part, '')
  expect([...missing]).toEqual([])
  await recheckAllCases(test.contextOf(0))
  expect(await test.checkAll(test.facts)).toEqual([])
})

async function runScenario(scenario: FailpointTrigger[1], number: number): Promise<void> {
  const context = test.contextOf(number)
  const invoice = await issueInvoice(context)
  if (invoice !== null) await scenario(context, invoice)
}
