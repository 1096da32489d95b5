import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAILPOINTS } from '../../server/main/rooms.ts'
import { MISHAPS, type Mishap } from '../../server/platform/control/failpoint.ts'
import type { Failpoint } from '../../server/platform/registered-names.ts'
import { takeLeaks } from '../../testing/logs/watched-log.ts'
import { ended, launchProduct, programOf } from '../../testing/product-process.ts'
import { changedFiles, isGate, sampleOf, triesMistakes } from '../ring.ts'
import { BUGS, TELLTALE } from './bugs.ts'
import { type Company, openCompany } from './company.ts'
import { brokenFacts, type Fact } from './facts.ts'
import { issueInvoice } from './issuing.ts'
import { askAboutAll } from './late.ts'
import { type Machine, startMachine } from './machine.ts'
import { moveClock } from './moving-clock.ts'
import type { Turn } from './staff.ts'
import { STORIES } from './stories.ts'
import { settleAndLook } from './torture.ts'
import { alone, EACH_WAY, IN_A_ROW, WAYS, type Way } from './ways.ts'

/*
 * At each failpoint the process ends once, in the middle of a story that leads there; the caller asks again, as callers
 * do. At the end everything that was acknowledged is true, and the books agree with the processor's.
 */

let machine: Machine
let company: Company
const facts: Fact[] = []

beforeAll(async () => {
  machine = await startMachine()
  company = await openCompany(machine.origin, 3)
}, 180_000)
afterAll(() => machine?.stop())

/** Each failpoint once, by its first way; CRASH_TIMES=5 goes every way to each of them five times, and lets everything else go wrong there too. */
const TIMES = Number(process.env.CRASH_TIMES ?? 0)
const rows = TIMES > 0 ? [] : IN_A_ROW
const ends = [
  ...Object.entries(WAYS).flatMap(([name, ways]) => {
    if (rows.flat().some((one) => one === name)) return []
    const gone = TIMES > 0 || EACH_WAY.has(name) ? ways : ways.slice(0, 1)
    return gone.flatMap((way) => Array<readonly [string, Way]>(Math.max(TIMES, 1)).fill([name, way]))
  }),
  ...rows.map((row) => [row.join(', '), WAYS[row[0]!][0]] as const),
]

/** Failpoints that stand in a changed file. */
const touched = new Set(
  changedFiles(/^server\/.*(?<!\.test)\.ts$/)
    .filter((path) => existsSync(path))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/failpoint\('([^']+)'/g)].map(([, name]) => name!),
    ),
)

/** Both, where either may be the first to get there. */
const partsOf = (part: Way[0]) => (part === 'either' ? (['server', 'worker'] as const) : ([part] as const))

const endOf = (part: Way[0]): Promise<NodeJS.Signals | null> =>
  part === 'either' ? Promise.race([machine.ended('server'), machine.ended('worker')]) : machine.ended(part)

/** What a story leaves to the worker is taken up within a second. A story that throws does so at once. */
const longAfter = (told: Promise<unknown>): Promise<null> => told.then(() => sleep(30_000, null))

/** Nothing ends what is under way but the clock, which stands: nobody waits for it. */
const turnOf = (number: number): Turn => ({
  origin: machine.origin,
  company,
  facts,
  number,
  inProgressMs: 300,
  desk: machine.query,
})

/** The clock stands: without this, an hour's share of uploads would last for the whole test. */
const forgetTurns = () => machine.query('delete from throttle_counters')

it.each(sampleOf(ends, 8, ([names]) => names.split(', ').some((name) => touched.has(name))))(
  'the process ends at %s, and nothing is lost or done twice',
  async (names, way) => {
    const [part, story, hit = 1] = way
    const [first, ...others] = names.split(', ')
    const turn = turnOf(FAILPOINTS.indexOf(first as Failpoint))
    await forgetTurns()
    await company.token()
    const invoice = (await issueInvoice(turn))!
    for (const one of partsOf(part)) await machine.arm(one, `${first}@${hit}`)
    const told = story(turn, invoice)
    for (const next of [...others, '']) {
      expect(await Promise.race([endOf(part), longAfter(told)]), 'the failpoint was met').toBe('SIGKILL')
      for (const one of partsOf(part)) await machine.restart(one, { failpoints: next })
    }
    await told
  },
)

const lookAtAll = async (told: readonly Fact[], steps?: readonly string[]) => [
  ...(await settleAndLook(machine, steps)),
  ...(await brokenFacts(machine, told)),
]

it('keeps every acknowledged result and leaves nothing stuck', async () => {
  expect(facts.length).toBeGreaterThan(isGate ? 4 : 60)
  expect(await lookAtAll(facts)).toEqual([])
}, 180_000)

it('every failpoint that stands in the code is met by a test', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const files = globSync('server/**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$/.test(file))
  const text = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const standing = [...text.matchAll(/await failpoint\(([^)]*)\)/g)].flatMap(([, names]) =>
    [...names!.matchAll(/'([^']+)'/g)].map(([, name]) => name!),
  )
  expect(standing.toSorted()).toEqual(FAILPOINTS.toSorted())
  // One that nobody waits for would throw and delay nothing.
  expect(text.match(/(?<!await |function )\bfailpoint\(/g)).toBe(null)
  expect([...Object.keys(WAYS), 'migration.step'].toSorted()).toEqual(FAILPOINTS.toSorted())
})

const ROUNDS = 6
/** What the worker and the schedules do besides. */
const STEPS = ['PT3M', 'PT2H', 'P4D']
const OTHERS = MISHAPS.filter((mishap) => mishap !== 'kill')
type Place = keyof typeof WAYS
const PLACES = sampleOf(Object.keys(WAYS) as Place[], 12, (name) => touched.has(name))
/** Of each place one of them, in turn; where every way is gone, all of them. */
const DEALT: readonly (readonly [what: string, of: (place: Place) => Mishap])[] =
  TIMES > 0
    ? OTHERS.map((mishap) => [mishap, () => mishap])
    : [[OTHERS.join(' or '), (place) => OTHERS[PLACES.indexOf(place) % OTHERS.length]!]]

it.each(DEALT)(
  '%s at every failpoint: nothing is lost or done twice',
  async (_what, mishapAt) => {
    machine.takeMet()
    const missing = new Set(PLACES)
    for (let round = 0; round < ROUNDS && missing.size > 0; round++) {
      await forgetTurns()
      const armed = [...missing].map((place) => `${place}:${mishapAt(place)}`).join(',')
      for (const part of ['server', 'worker'] as const) await machine.arm(part, armed)
      const stories = new Set([...missing].map((place) => alone(WAYS[place][0][1])))
      await Promise.all([...stories].map((story, index) => tell(story, round + index)))
      for (const step of STEPS) await moveClock(machine.origin, step)
      for (const { met, called } of machine.takeMet()) {
        const place = met as Place
        // A connection is cut only where there is one.
        if (mishapAt(place) !== 'drop' || called || WAYS[place][0][0] !== 'server') missing.delete(place)
      }
    }
    for (const part of ['server', 'worker'] as const) await machine.arm(part, '')
    expect([...missing]).toEqual([])
    await askAboutAll(turnOf(0))
    expect(await lookAtAll(facts)).toEqual([])
  },
  180_000,
)

async function tell(story: Way[1], number: number): Promise<void> {
  const turn = turnOf(number)
  const invoice = await issueInvoice(turn)
  if (invoice !== null) await story(turn, invoice)
}

// Last, as the books stay wrong.
const mistakes = triesMistakes('proof/crashes/') ? Object.entries(BUGS) : []

describe.runIf(mistakes.length > 0)('what is made wrong on purpose is noticed', () => {
  let known: readonly string[] = []
  /** Long enough for the worker to ask after what was cut off; later days show no more of it. */
  const soon = ['PT1M', 'PT10M']
  it.each(mistakes)('%s', async (name, { failpoint, story, notices }) => {
    const turn = { ...turnOf(0), facts: [] }
    await company.token()
    const invoice = (await issueInvoice(turn))!
    for (const part of ['server', 'worker'] as const) await machine.restart(part, { bug: name })
    // Whichever it is, it also prints what somebody types.
    await company.logIn()
    await machine.arm('server', failpoint)
    const told = STORIES[story](turn, invoice)
    expect(await Promise.race([machine.ended('server'), longAfter(told)]), 'the failpoint was met').toBe(
      'SIGKILL',
    )
    await machine.restart('server', { bug: name })
    await told
    const found = (await lookAtAll(turn.facts, soon)).filter((line) => !known.includes(line))
    expect(found).toContainEqual(expect.stringMatching(notices))
    known = [...known, ...found]
    expect(takeLeaks()).toContainEqual(expect.stringMatching(TELLTALE.notices))
  })
})

it('a migration that was cut off is made whole by the next start', async () => {
  const database = 'cut_off'
  await machine.query(`create database ${database}`)
  const migrate = async (failpoint: string) => {
    const settings = { ...machine.environmentOf(database), FAILPOINTS: failpoint }
    const { child } = launchProduct({ program: programOf('migrate'), name: 'the migration', settings })
    return (await ended(child)) ?? child.signalCode
  }
  expect(await migrate('migration.step@4')).toBe('SIGKILL')
  expect(await migrate('')).toBe(0)
}, 120_000)
