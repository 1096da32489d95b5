import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../domain/dates/durations.ts'
import { breachesOf, INVARIANTS, SETTLED } from '../invariants.ts'
import { SEED as COMMIT_SEED, sizeOf } from '../ring.ts'
import { compareBooks } from './compare-books.ts'
import { openWorld, type World } from './open-world.ts'
import { recheckUntold } from './pay.ts'
import { GATED_ROWS } from './rows.ts'
import { type Command, commands, runCommands } from './simulation-commands.ts'

/*
 * Random sequences of payments, captures, refunds and disputes at each processor, with faults on the wire and webhooks late,
 * doubled and reordered. When time has passed, the product's books equal the processor's own to the cent, and the daily comparison
 * has found nothing that stays open. PROCESSOR_RUNS sets the number of sequences, PROCESSOR_SEED their seed.
 */

const RUNS = sizeOf('PROCESSOR_RUNS', { gate: 1, full: 30 })
const SEED = sizeOf('PROCESSOR_SEED', { gate: COMMIT_SEED, full: 20_261_126 })
const COMMANDS = 14
/** The slowest bank takes five. */
const BANK_DAYS = 6

async function findBreaches({ test }: World): Promise<string[]> {
  const client = new pg.Client(test.ownerConfig)
  await client.connect()
  const run = async (text: string) => (await client.query<{ text: string }>(text)).rows
  try {
    return [...(await breachesOf(run, INVARIANTS)), ...(await breachesOf(run, SETTLED))]
  } finally {
    await client.end()
  }
}

/** Lets time pass without faults: minutes for what is under way, then days for banks and for what the comparison finds. */
async function settle(world: World): Promise<void> {
  await world.faults.recover()
  await world.processor.events?.release()
  for (const step of [
    ...Array<number>(8).fill(5 * MINUTE_MS),
    ...Array<number>(BANK_DAYS).fill(DAY_MS),
    MINUTE_MS,
  ]) {
    world.test.clock.advance(step)
    await world.runSchedules()
    await recheckUntold(world)
  }
}

const openCases = ({ company }: World) =>
  company.run((ctx) =>
    ctx.db.selectFrom('payment_cases').select(['kind', 'note']).where('closed_at', 'is', null).execute(),
  )

describe.each(GATED_ROWS)('$name', (row) => {
  let world: World
  beforeAll(async () => {
    console.log(`PROCESSOR_SEED=${SEED}`)
    world = await openWorld(row, 'simulated')
  })
  afterAll(() => world.close())

  it(`books ${RUNS} sequences of ${COMMANDS} commands to the cent`, {
    timeout: MINUTE_MS + RUNS * 20_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(commands(COMMANDS), async (sequence: readonly Command[]) => {
        await runCommands(world, sequence)
        await settle(world)
        expect(await compareBooks(world)).toEqual([])
        expect(await findBreaches(world)).toEqual([])
        expect(await openCases(world)).toEqual([])
        expect(world.violations()).toEqual([])
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
  })
})
