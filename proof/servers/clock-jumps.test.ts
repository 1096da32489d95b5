import { expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../domain/dates/durations.ts'
import { ended, programOf } from '../../testing/product-process.ts'
import { setUp } from '../../testing/set-up.ts'
import { startFleet } from './fleet.ts'
import { jumpingClock } from './jumping-clock.ts'
import { isFailure } from './tls-proxy.ts'
import { findBreaches, startFleetLoad } from './under-load.ts'

const LONG = { timeout: 300_000, interval: 500 }
/** Within the life of a session’s token, so that nobody has to log in again. */
const OF_SERVERS = [0, 3 * MINUTE_MS, -3 * MINUTE_MS]
const OF_WORKERS = [0, DAY_MS, -DAY_MS]
const JUMPING = ['server 1', 'worker 1'] as const

const fleet = setUp(startFleet, ({ close }) => close())

it('doubles and loses nothing when the clock of a server and of a worker jumps, and logs the jump', async () => {
  for (const [member, offsets] of [
    ['server 1', OF_SERVERS],
    ['worker 1', OF_WORKERS],
  ] as const) {
    expect(await fleet.stop(member)).toBe(0)
    await fleet.start(member, { settings: jumpingClock(...offsets) })
  }
  const load = await startFleetLoad(fleet)
  await load.progress()
  const jump = () => {
    for (const member of JUMPING) fleet.process(member).child.kill('SIGUSR2')
  }
  jump()
  await load.progress(20)
  for (const member of JUMPING)
    await expect
      .poll(() => fleet.process(member).said(), LONG)
      .toContain('the clocks of this machine and the database differ')
  // Back, past the time at which it began.
  jump()
  await load.progress(20)
  jump()
  for (const member of JUMPING)
    await expect
      .poll(() => fleet.process(member).said(), LONG)
      .toContain('the clocks of this machine and the database agree again')
  await load.progress()
  await load.stop()
  expect((await fleet.proxy.readAnswers()).filter(isFailure)).toEqual([])
  expect(await findBreaches(fleet, load)).toEqual([])
  const doctor = fleet.launch('doctor', programOf('doctor'), jumpingClock(DAY_MS))
  expect(await ended(doctor.child)).toBe(1)
  expect(doctor.said()).toMatch(/PROBLEM +clock: this machine and the database differ by 8\d{4}\.\d s/)
})
