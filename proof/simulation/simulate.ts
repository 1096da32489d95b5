// Long simulations: npm run simulate -- --runs 10000 --seed 7 --faults
import { randomInt } from 'node:crypto'
import pg from 'pg'
import { readCommandLine, wholeNumber } from '../../server/main/commands/command-line.ts'
import { migrateDatabase } from '../../server/main/migrate-database.ts'
import { startTestServer } from '../../testing/database/database-server.ts'
import { keepScenario } from './kept-scenarios.ts'
import { type Outcome, type Plan, shrinkFailure, simulateMany } from './simulate-many.ts'
import { openLane } from './world/lane.ts'

const USAGE = `Usage: npm run simulate -- [--runs N] [--commands N] [--seed S] [--http N] [--faults]

  --runs N      number of simulations, each in a new account (500)
  --commands N  commands in each simulation (60)
  --seed S      seed of the first simulation, a whole number; each later one adds 1 (random)
  --http N      one simulation in N goes over HTTP, the others call the routes' handlers directly (5)
  --faults      the processor is faulty: timeouts, resets, 429, 503, wrong amounts, lost or repeated webhooks`

const LANES = 4
const DATABASE = 'simulation'
const SHRINK_MS = 300_000
const PROGRESS_MS = 10_000

const readPlan = (): Plan =>
  readCommandLine({
    usage: USAGE,
    options: {
      runs: { type: 'string' },
      commands: { type: 'string' },
      seed: { type: 'string' },
      http: { type: 'string' },
      faults: { type: 'boolean', default: false },
    },
    understand: (values) => ({
      runs: wholeNumber('runs', values.runs, 500),
      commands: wholeNumber('commands', values.commands, 60),
      seed: wholeNumber('seed', values.seed, randomInt(1, 1_000_000_000)),
      overHttpEach: wholeNumber('http', values.http, 5),
      faults: values.faults,
    }),
  })

async function run(plan: Plan): Promise<boolean> {
  const server = await startTestServer()
  const owner = { ...server.superuser, database: DATABASE }
  const client = new pg.Client(server.superuser)
  await client.connect()
  await client.query(`drop database if exists ${DATABASE} with (force)`)
  await client.query(`create database ${DATABASE}`)
  await migrateDatabase(owner)
  const appConfig = { ...owner, options: '-c role=quittance_app' }
  const lanes = await Promise.all(
    Array.from({ length: LANES }, () => openLane({ ownerConfig: owner, appConfig })),
  )
  console.log(`Simulations ${plan.seed} to ${plan.seed + plan.runs - 1}, ${plan.commands} commands each`)
  try {
    const outcome = await simulateMany(lanes, plan, createProgressLog(plan.runs))
    if (outcome.failure === null) {
      console.log(`${outcome.runs} simulations, ${outcome.steps} steps: product and model agree`)
      return true
    }
    console.log(`Simulation ${outcome.failure.seed} failed:\n${outcome.failure.message}\nShrinking it …`)
    const smallest = await shrinkFailure(lanes[0]!, outcome.failure, {
      faults: plan.faults,
      timeLimitMs: SHRINK_MS,
    })
    console.log(`${smallest.scenario.commands.length} commands are enough:\n${smallest.message}`)
    console.log(`Kept as ${await keepScenario(smallest)}. The tests replay it from now on.`)
    return false
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()))
    await client.query(`drop database if exists ${DATABASE} with (force)`)
    await client.end()
    await server.stop()
  }
}

/** Prints a line every ten seconds. */
function createProgressLog(runs: number): (done: Outcome) => void {
  const startedAt = performance.now()
  let last = startedAt
  return (done) => {
    const now = performance.now()
    if (now - last < PROGRESS_MS) return
    last = now
    console.log(`${done.runs} of ${runs}, ${done.steps} steps, ${Math.round((now - startedAt) / 1000)} s`)
  }
}

if (!(await run(readPlan()))) process.exitCode = 1
