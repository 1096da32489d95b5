import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, expect, it } from 'vitest'
import { takeLeaks } from '../../testing/logs/watched-log.ts'
import { setUp } from '../../testing/set-up.ts'
import { sizeOf } from '../ring.ts'
import { SERVERS, startFleet, WORKERS } from './fleet.ts'
import { printFigures } from './print-figures.ts'
import { isFailure } from './tls-proxy.ts'
import { findBreaches, startFleetLoad } from './under-load.ts'

const ROUNDS = sizeOf('SERVER_RESTARTS', { gate: 1, full: 3 })
const fleet = setUp(startFleet, ({ close }) => close())
const failures: unknown[] = []
const note = (message: unknown) => void failures.push(message)
subscribe('http.client.request.error', note)
afterAll(() => unsubscribe('http.client.request.error', note))

it(`restarts servers and workers one after the other, ${ROUNDS} times, and no request fails`, async () => {
  const load = await startFleetLoad(fleet)
  for (let round = 0; round < ROUNDS; round++)
    for (const member of [...SERVERS, ...WORKERS]) {
      await load.progress()
      expect(await fleet.stop(member)).toBe(0)
      await fleet.start(member)
    }
  await load.progress()
  await load.stop()
  const answers = await fleet.proxy.readAnswers()
  expect(answers.filter(isFailure)).toEqual([])
  expect(failures).toEqual([])
  expect(await findBreaches(fleet, load)).toEqual([])
  expect(takeLeaks()).toEqual([])
  // Each server had its share.
  for (const port of new Set(answers.map(({ servers }) => servers.at(-1))))
    expect(answers.filter(({ servers }) => servers.at(-1) === port).length).toBeGreaterThan(
      answers.length / 10,
    )
  printFigures('rolling restart', {
    restarts: ROUNDS * 4,
    requests: answers.length,
    writes: answers.filter(({ method }) => method !== 'GET').length,
    passedOn: answers.filter(({ servers }) => servers.length > 1).length,
    failed: 0,
    acknowledged: load.facts.length,
  })
})
