import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createFaultyServer } from '../../testing/faulty-server.ts'
import {
  type FaultyRefusal,
  faultyRefusals,
  type ListReply,
  listCustomers,
  refusalProblem,
} from '../../testing/overload-refusals.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { onTestEnd } from './on-test-end.ts'
import { expectDetected, openFaultyServer, openServer, type ServerWithCompany } from './resilience-fixture.ts'

it('returns 503 with Retry-After within seconds while every connection is in use, and recovers at once', async () => {
  const { test, company, owner } = await openServer(2)
  const bugs = faultyRefusals(2_000)
  const servers = await Promise.all(bugs.map(([, , fault]) => openFaultyServer(test, fault)))
  await owner.query('begin; lock table customers in access exclusive mode')
  const blocked = [listCustomers(test, company), listCustomers(test, company)]
  await sleep(300)
  // The faulty servers use the same connections at the same time. The slow one is awaited after the lock is
  // released.
  const [slow, ...others] = [...servers, test].map((server) => listCustomers(server, company))
  const refused = await Promise.all(others)
  await owner.query('rollback')
  const responses = [await slow!, ...refused]
  expectDetected(
    responses.map((one) => refusalProblem(one, '5', 4_500)),
    bugs,
  )
  for (const one of await Promise.all(blocked)) expect(one.status).toBe(200)
  expect((await listCustomers(test, company)).status).toBe(200)
})

const CROWD = 42
/** Waiting for a connection ends after three seconds, so a faster refusal did not wait. */
const AT_ONCE_MS = 2_000

/** Bugs in the limit on waiting requests. */
const ADMITTED: FaultyRefusal = [
  'a request above the limit waits as well',
  // It is served, or refused after the longest wait.
  /^is 200$|^says 5 of when to come back$/,
  { parts: ({ pool }) => ({ pool: () => ({ ...pool(), waiting: 0 }) }) },
]
const REFUSED: FaultyRefusal = [
  'requests below the limit are refused as well',
  /^only \d of 42 were served$/,
  { parts: ({ pool }) => ({ pool: () => ({ ...pool(), waiting: 1_000 }) }) },
]

/**
 * Sends 42 requests to `server` while a lock blocks all of them, then one request to each of `latecomers`.
 * Releases the lock and returns the late responses. `problem` is null when at least 40 requests were served.
 */
async function sendCrowd(
  { test, company, owner }: ServerWithCompany,
  server: TestServer,
  latecomers: readonly TestServer[],
): Promise<{ late: ListReply[]; problem: string | null }> {
  await owner.query('begin; lock table customers in access exclusive mode')
  const crowd = Array.from({ length: CROWD }, () => listCustomers(server, company))
  const all = Promise.all(crowd)
  const isOver = all.then(() => true)
  await waitUntil(
    async () => test.app.pool().waiting >= 40 || (await Promise.race([isOver, sleep(0, false)])),
    2_500,
  )
  const late = latecomers.map((one) => listCustomers(one, company))
  await late.at(-1)
  await owner.query('rollback')
  const served = (await all).filter(({ status }) => status === 200).length
  const problem = served >= 40 ? null : `only ${served} of ${CROWD} were served`
  return { late: await Promise.all(late), problem }
}

it('refuses requests above the waiting limit at once and serves those below it', async () => {
  const opened = await openServer(2)
  const { test, company } = opened
  const bugs = [...faultyRefusals(AT_ONCE_MS), ADMITTED]
  const servers = await Promise.all(bugs.map(([, , fault]) => openFaultyServer(test, fault)))
  const { late, problem } = await sendCrowd(opened, test, [...servers, test])
  expectDetected(
    late.map((one) => refusalProblem(one, '1', AT_ONCE_MS)),
    bugs,
  )
  expect(problem).toBeNull()
  const [name, expected, fault] = REFUSED
  const refused = await sendCrowd(opened, await openFaultyServer(test, fault), [])
  expect(refused.problem, name).toMatch(expected)
  expect((await listCustomers(test, company)).status).toBe(200)
})

/** Needs its own connections, since its statements wait without a limit. */
const UNLIMITED: FaultyRefusal = [
  'statements have no time limit',
  /^is 200$/,
  { rewrite: (text) => (text === 'begin' ? 'begin; set local statement_timeout = 0' : text) },
]

it('returns 503 with Retry-After, not 500, for a statement that times out', async () => {
  const { test, company, owner } = await openServer()
  // Without the slow server, since every server is slow here.
  const [, ...refusals] = faultyRefusals(0)
  const servers = await Promise.all(refusals.map(([, , fault]) => openFaultyServer(test, fault)))
  const unlimited = await createFaultyServer(test)
  onTestEnd(() => unlimited.close())
  unlimited.setFault(UNLIMITED[2])
  await owner.query('begin; lock table customers in access exclusive mode')
  const waiting = listCustomers(unlimited, company)
  const refused = await Promise.all([...servers, test].map((server) => listCustomers(server, company)))
  await owner.query('rollback')
  expectDetected(
    [await waiting, ...refused].map((one) => refusalProblem(one, '5', 9_000)),
    [UNLIMITED, ...refusals],
  )
})
