import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCommandLine, wholeNumber } from '../../server/main/commands/command-line.ts'
import { takeLeaks } from '../../testing/logs/watched-log.ts'
import { breachesOf, INVARIANTS, SETTLED } from '../invariants.ts'
import { advanceClock } from './advance-clock.ts'
import { findBrokenFacts } from './facts.ts'
import { type Machine, type Part, startMachine } from './machine.ts'
import { openCompany } from './open-company.ts'
import { recoverToPointInTime } from './recover-to-point-in-time.ts'
import { startLoad } from './start-load.ts'

const USAGE = `Usage: npm run proof kills -- [--kills=N] [--people=P] | --point-in-time [--people=P]

Kills server, worker or database N times (60) at random moments under the load of P people (6), as a power cut would, and
restarts them. After every fifteenth kill the clock advances by a day, and the worker is killed again while it runs the
work that is due. Afterwards every acknowledged result must be true, each charge at the processor must be booked exactly
once, and nothing may stay in progress.

  --point-in-time  kills nothing: recovers a copy of the database to a random moment under load, from its archived log`

export interface KillResult {
  readonly kills: Readonly<Record<Part, number>>
  readonly acknowledged: number
  readonly charges: number
  readonly seconds: number
  readonly breaches: readonly string[]
}

const CUSTOMERS = 12
const CHECK_EVERY = 20
const ADVANCE_EVERY = 15
const POLL_MS = 50
/** Time between two kills, enough for requests to be in progress. */
const [SHORTEST_MS, LONGEST_MS] = [40, 700]

export async function runRandomKills(options: {
  kills: number
  people: number
  print: (line: string) => void
  /** Aborts with an error, after the processes have ended and their data is deleted. */
  signal?: AbortSignal
}): Promise<KillResult> {
  const began = performance.now()
  const machine = await startMachine()
  const breaches: string[] = []
  try {
    const company = await openCompany(machine.origin, CUSTOMERS)
    const load = startLoad(machine.origin, company, options.people)
    const kills: Record<Part, number> = { server: 0, worker: 0, database: 0 }
    for (let kill = 1; kill <= options.kills; kill++) {
      const before = load.facts.length
      await sleep(randomInt(SHORTEST_MS, LONGEST_MS), undefined, { signal: options.signal })
      // Waits for progress, so that a kill interrupts work on a slow machine too.
      await waitUntil(async () => load.facts.length > before, options.signal)
      const part = choosePart()
      await machine.kill(part)
      kills[part] += 1
      if (kill % ADVANCE_EVERY === 0) {
        await advanceDay(machine, options.signal)
        kills.worker += 1
      }
      if (kill % CHECK_EVERY !== 0) continue
      load.throwFailure()
      breaches.push(...(await checkBooks(machine)))
      options.print(`${kill} kills, ${load.facts.length} acknowledged results, ${breaches.length} breaches`)
    }
    await waitUntil(async () => (await countCharges(machine)) > options.kills / 2, options.signal)
    const stopped = load.stop()
    // Awaited below, after a clock request that may fail first.
    stopped.catch(() => {})
    // A loop may wait for an email that a killed worker had claimed; it is retried after a while.
    await advanceClock(machine.origin, 'PT2H')
    await stopped
    breaches.push(...(await settleAndCheck(machine)), ...(await findBrokenFacts(machine, load.facts)))
    const charges = await countCharges(machine)
    const seconds = Math.round((performance.now() - began) / 1000)
    return { kills, acknowledged: load.facts.length, charges, seconds, breaches }
  } finally {
    await machine.stop()
    // Secrets that the processes wrote to their logs.
    breaches.push(...takeLeaks())
  }
}

async function countCharges(machine: Machine): Promise<number> {
  const [row] = await machine.query<{ charges: number }>(
    'select count(*)::int as charges from sandbox_charges',
  )
  return row?.charges ?? 0
}

/** Waits until `isDone` returns true, at most a minute. The result shows what is missing then. */
async function waitUntil(isDone: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  for (let waitedMs = 0; waitedMs < 60_000 && !(await isDone()); waitedMs += POLL_MS)
    await sleep(POLL_MS, undefined, { signal })
}

/** Chooses the server most often, because it handles the payments. */
function choosePart(): Part {
  const roll = randomInt(10)
  return roll < 6 ? 'server' : roll < 8 ? 'worker' : 'database'
}

/** Advances the clock by a day and kills the worker while it runs the work that is due. */
async function advanceDay(machine: Machine, signal?: AbortSignal): Promise<void> {
  await machine.query('update demo_clock set offset_ms = offset_ms + 86400000')
  await machine.query(
    `insert into pgboss.job (name) values ('platform.run-schedules') on conflict do nothing`,
  )
  // The worker fetches jobs as soon as it starts.
  await machine.restart('worker')
  await sleep(randomInt(SHORTEST_MS, LONGEST_MS), undefined, { signal })
  await machine.kill('worker')
}

/** Returns the breaches of the invariants. */
async function checkBooks(machine: Machine): Promise<string[]> {
  return breachesOf((text) => machine.query(text), INVARIANTS)
}

const SETTLE_STEPS = ['PT1M', 'PT3M', 'PT10M', 'PT1H', 'PT3H', 'P1D', 'P2D', 'P10D', 'P10D']

/** Advances the clock until the product's schedules have resolved everything, then returns all breaches. */
export async function settleAndCheck(
  machine: Pick<Machine, 'origin' | 'query'>,
  steps: readonly string[] = SETTLE_STEPS,
): Promise<string[]> {
  // Weeks pass in seconds, so PostgreSQL hasn't counted the new rows yet and would plan each check as if there were none.
  await machine.query('analyze')
  for (const step of steps) await advanceClock(machine.origin, step)
  const runQuery = (text: string) => machine.query<{ text: string }>(text)
  const queries = [INVARIANTS, SETTLED, STUCK]
  return (await Promise.all(queries.map((query) => breachesOf(runQuery, query)))).flat()
}

/** Imports and automatic payments that are still in progress when nobody makes requests any more. */
const STUCK = `
  select 'no import stays in progress: ' || id || ' ' || status as text from import_runs where status in ('previewing', 'running')
  union all select 'no automatic payment stays open: ' || id from auto_payment_tries where state = 'open'`

async function main(): Promise<void> {
  const { kills, people, pointInTime } = readCommandLine({
    usage: USAGE,
    options: { kills: { type: 'string' }, people: { type: 'string' }, 'point-in-time': { type: 'boolean' } },
    understand: (values) => ({
      kills: wholeNumber('kills', values.kills, 60),
      people: wholeNumber('people', values.people, 6),
      pointInTime: values['point-in-time'] === true,
    }),
  })
  const early = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => early.abort())
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const figures = pointInTime
    ? await recoverToPointInTime(people)
    : await runRandomKills({ kills, people, print, signal: early.signal })
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
  process.exitCode = figures.breaches.length === 0 ? 0 : 1
}

if (import.meta.main)
  main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    // Otherwise the load would keep calling a stopped server.
    process.exit(1)
  })
