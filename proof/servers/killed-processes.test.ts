import { expect, it } from 'vitest'
import { setUp } from '../../testing/set-up.ts'
import { sizeOf } from '../ring.ts'
import { type Member, startFleet } from './fleet.ts'
import { printFigures } from './print-figures.ts'
import { findBreaches, startFleetLoad } from './under-load.ts'

const ROUNDS = sizeOf('SERVER_KILLS', { gate: 1, full: 5 })
const PAIRS: readonly (readonly [server: Member, worker: Member])[] = [
  ['server 1', 'worker 2'],
  ['server 2', 'worker 1'],
]

const fleet = setUp(startFleet, ({ close }) => close())

it(`goes on serving when a server and a worker are killed ${ROUNDS} times, and loses or doubles nothing`, async () => {
  const load = await startFleetLoad(fleet)
  await load.progress()
  for (let round = 0; round < ROUNDS; round++)
    for (const pair of PAIRS) {
      await Promise.all(pair.map((member) => fleet.kill(member)))
      // The other server and the other worker alone.
      const reads = load.reads()
      await load.progress()
      await expect.poll(load.reads, { timeout: 60_000 }).toBeGreaterThan(reads)
      await Promise.all(pair.map((member) => fleet.start(member)))
      await load.progress()
    }
  expect(await findBreaches(fleet, load)).toEqual([])
  const [payments] = await fleet.query<{ repeated: number; charged: number }>(
    `select (select count(*)::int from sandbox_charges) as charged,
      (select count(*)::int from (select request_id from payments group by account_id, request_id having count(*) > 1) twice) as repeated`,
  )
  expect(payments!.repeated).toBe(0)
  printFigures('killed processes', {
    kills: ROUNDS * 4,
    acknowledged: load.facts.length,
    charged: payments!.charged,
  })
})
