import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { FAILPOINTS } from '../../../server/main/rooms.ts'
import type { Failpoint } from '../../../server/platform/registered-names.ts'
import { isGate, sampleOf } from '../../ring.ts'
import { startCrashTest, timeOutAfter } from '../crash-test.ts'
import { issueInvoice } from '../issue-invoice.ts'
import {
  ALL_TRIGGERS_RUN,
  FAILPOINT_SEQUENCES,
  type FailpointTrigger,
  TRIGGERS,
} from './failpoint-triggers.ts'
import { isTouchedFailpoint } from './touched-failpoints.ts'

/*
 * The process ends once at each failpoint, in the middle of a scenario that leads to it, and the caller
 * repeats its request. Afterwards every acknowledged result is true, and the books agree with the
 * processor's.
 */

const test = startCrashTest()

/**
 * By default the first trigger of each failpoint runs once. CRASH_TIMES=5 runs every trigger five times, with
 * every effect.
 */
const TIMES = Number(process.env.CRASH_TIMES ?? 0)
const sequences = TIMES > 0 ? [] : FAILPOINT_SEQUENCES
const kills = [
  ...Object.entries(TRIGGERS).flatMap(([name, triggers]) => {
    if (sequences.flat().some((one) => one === name)) return []
    const chosen = TIMES > 0 || ALL_TRIGGERS_RUN.has(name) ? triggers : triggers.slice(0, 1)
    return chosen.flatMap((trigger) =>
      Array<readonly [string, FailpointTrigger]>(Math.max(TIMES, 1)).fill([name, trigger]),
    )
  }),
  ...sequences.map((sequence) => [sequence.join(', '), TRIGGERS[sequence[0]!][0]] as const),
]

/** Both parts when either may hit the failpoint first. */
const partsOf = (part: FailpointTrigger[0]) =>
  part === 'either' ? (['server', 'worker'] as const) : ([part] as const)

const waitForEnd = (part: FailpointTrigger[0]): Promise<NodeJS.Signals | null> =>
  part === 'either'
    ? Promise.race([test.machine.waitForEnd('server'), test.machine.waitForEnd('worker')])
    : test.machine.waitForEnd(part)

/** The clock stands still, so hourly limits would never be lifted. */
const resetRateLimits = () => test.machine.query('delete from throttle_counters')

it.each(sampleOf(kills, 1, ([names]) => names.split(', ').some((name) => isTouchedFailpoint(name))))(
  'loses and repeats nothing when the process is killed at %s',
  async (names, trigger) => {
    const [part, scenario, hit = 1] = trigger
    const [first, ...others] = names.split(', ')
    const context = test.contextOf(FAILPOINTS.indexOf(first as Failpoint))
    await resetRateLimits()
    await test.company.token()
    const invoice = (await issueInvoice(context))!
    for (const one of partsOf(part)) await test.machine.arm(one, `${first}@${hit}`)
    const running = scenario(context, invoice)
    for (const next of [...others, '']) {
      expect(await Promise.race([waitForEnd(part), timeOutAfter(running)]), 'the failpoint was hit').toBe(
        'SIGKILL',
      )
      for (const one of partsOf(part)) await test.machine.restart(one, { failpoints: next })
    }
    await running
  },
)

it('keeps every acknowledged result and leaves nothing stuck', async () => {
  expect(test.facts.length).toBeGreaterThan(isGate ? 0 : 60)
  expect(await test.checkAll(test.facts)).toEqual([])
})

it('covers every failpoint in the code', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const files = globSync('server/**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$/.test(file))
  const text = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const inCode = [...text.matchAll(/await failpoint\(([^)]*)\)/g)].flatMap(([, names]) =>
    [...names!.matchAll(/'([^']+)'/g)].map(([, name]) => name!),
  )
  expect(inCode.toSorted()).toEqual(FAILPOINTS.toSorted())
  // A failpoint that is not awaited would neither throw nor delay.
  expect(text.match(/(?<!await |function )\bfailpoint\(/g)).toBe(null)
  expect([...Object.keys(TRIGGERS), 'migration.step'].toSorted()).toEqual(FAILPOINTS.toSorted())
})
