import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCommandLine, wholeNumber } from '../../server/main/commands/command-line.ts'
import { takeLeaks } from '../../testing/logs/watched-log.ts'
import { breachesOf, INVARIANTS, SETTLED } from '../invariants.ts'
import { openCompany } from './company.ts'
import { brokenFacts } from './facts.ts'
import { startLoad } from './load.ts'
import { type Machine, type Part, startMachine } from './machine.ts'
import { moveClock } from './moving-clock.ts'
import { comeBackToAMoment } from './point-in-time.ts'

const USAGE = `Usage: npm run proof kills -- [--kills=N] [--people=P] | --point-in-time [--people=P]

Ends server, worker and database at N random moments (60) under the load of P people (6), as a power cut would, and starts
them again. At every fifteenth a day goes by, and the worker ends once more while it works off what fell due. What was acknowledged has to be true afterwards, each charge at the processor is booked exactly once, and
nothing stays stuck.

  --point-in-time  ends nothing: brings a copy of the database to a random moment under the load, from its archived log`

export interface Figures {
  readonly kills: Readonly<Record<Part, number>>
  readonly acknowledged: number
  readonly charges: number
  readonly seconds: number
  readonly breaches: readonly string[]
}

const CUSTOMERS = 12
const LOOK_EVERY = 20
const DAY_EVERY = 15
const LOOK_AGAIN_MS = 50
/** Between two kills: enough for something to be under way. */
const [SHORTEST_MS, LONGEST_MS] = [40, 700]

export async function torture(options: {
  kills: number
  people: number
  say: (line: string) => void
  /** Ends it early, by an error; nothing is left of its processes and their data. */
  signal?: AbortSignal
}): Promise<Figures> {
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
      // On a slow machine a kill waits for work to interrupt.
      await until(async () => load.facts.length > before, options.signal)
      const part = choosePart()
      await machine.kill(part)
      kills[part] += 1
      if (kill % DAY_EVERY === 0) {
        await letADayPass(machine, options.signal)
        kills.worker += 1
      }
      if (kill % LOOK_EVERY !== 0) continue
      load.expectAll()
      breaches.push(...(await lookAtBooks(machine)))
      options.say(
        `${kill} kills, ${load.facts.length} answers that have to stay true, ${breaches.length} breaches`,
      )
    }
    await until(async () => (await countCharges(machine)) > options.kills / 2, options.signal)
    const stopped = load.stop()
    // Looked at below, after the clock, which may fail first.
    stopped.catch(() => {})
    // Somebody may wait for a mail that a worker had in its hands when it ended: after a while it is taken up again.
    await moveClock(machine.origin, 'PT2H')
    await stopped
    breaches.push(...(await settleAndLook(machine)), ...(await brokenFacts(machine, load.facts)))
    const charges = await countCharges(machine)
    const seconds = Math.round((performance.now() - began) / 1000)
    return { kills, acknowledged: load.facts.length, charges, seconds, breaches }
  } finally {
    await machine.stop()
    // Whatever of the secrets that it was given or gave stood in what it said.
    breaches.push(...takeLeaks())
  }
}

async function countCharges(machine: Machine): Promise<number> {
  const [row] = await machine.query<{ charges: number }>(
    'select count(*)::int as charges from sandbox_charges',
  )
  return row?.charges ?? 0
}

/** Resolves once `holds` answers true, or after a minute: what is missing then is reported by the figures. */
async function until(holds: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  for (let waitedMs = 0; waitedMs < 60_000 && !(await holds()); waitedMs += LOOK_AGAIN_MS)
    await sleep(LOOK_AGAIN_MS, undefined, { signal })
}

/** The server most often: it is where money is under way. */
function choosePart(): Part {
  const roll = randomInt(10)
  return roll < 6 ? 'server' : roll < 8 ? 'worker' : 'database'
}

/** What falls due by itself is begun by the worker, which ends in the middle of it. */
async function letADayPass(machine: Machine, signal?: AbortSignal): Promise<void> {
  await machine.query('update demo_clock set offset_ms = offset_ms + 86400000')
  await machine.query(
    `insert into pgboss.job (name) values ('platform.run-schedules') on conflict do nothing`,
  )
  // It looks for work at once when it starts.
  await machine.restart('worker')
  await sleep(randomInt(SHORTEST_MS, LONGEST_MS), undefined, { signal })
  await machine.kill('worker')
}

/** A database that was killed in this moment is asked again. */
async function lookAtBooks(machine: Machine): Promise<string[]> {
  return breachesOf((text) => machine.query(text), INVARIANTS)
}

const UNTIL_ALL_IS_OVER = ['PT1M', 'PT3M', 'PT10M', 'PT1H', 'PT3H', 'P1D', 'P2D', 'P10D', 'P10D']

/** Lets what is under way come to its end by the product's own schedules, and looks at everything. */
export async function settleAndLook(
  machine: Machine,
  steps: readonly string[] = UNTIL_ALL_IS_OVER,
): Promise<string[]> {
  for (const step of steps) await moveClock(machine.origin, step)
  const ask = (text: string) => machine.query<{ text: string }>(text)
  const asked = [INVARIANTS, SETTLED, STUCK]
  return (await Promise.all(asked.map((query) => breachesOf(ask, query)))).flat()
}

/** What else may not stay under way where nobody changes anything any more. */
const STUCK = `
  select 'no import stays under way: ' || id || ' ' || status as text from import_runs where status in ('previewing', 'running')
  union all select 'no automatic payment stays begun: ' || id from auto_payment_tries where state = 'open'`

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
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const figures = pointInTime
    ? await comeBackToAMoment(people)
    : await torture({ kills, people, say, signal: early.signal })
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
  process.exitCode = figures.breaches.length === 0 ? 0 : 1
}

if (import.meta.main)
  main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    // The load would go on asking a server that is gone.
    process.exit(1)
  })
