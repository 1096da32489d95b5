import pg from 'pg'
import { expect } from 'vitest'
import { createServer } from '../../server/main/create-server.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { DATABASE_LIMITS } from '../../server/platform/config.ts'
import type { Fault } from '../../testing/faulty-server.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { createServerWithFault } from '../../testing/overload-refusals.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { onTestEnd } from './on-test-end.ts'

/** The product's own time limits, which other tests raise. */
const USUAL_LIMITS = {
  DATABASE_WAIT_MS: String(DATABASE_LIMITS.waitMs),
  DATABASE_STATEMENT_MS: String(DATABASE_LIMITS.statementMs),
}

export interface ServerWithCompany {
  readonly test: TestServer
  readonly company: HttpCompany
  /** A connection of the tables' owner, for locks. */
  readonly owner: pg.Client
}

/** A server with one company. `pool` sets the size of its connection pool. */
export async function openServer(pool?: number): Promise<ServerWithCompany> {
  let test: TestServer
  if (pool === undefined) test = await createTestServer({ env: USUAL_LIMITS })
  else {
    const made = await createTestApp({ pool, processors: createProcessors, env: USUAL_LIMITS })
    test = { ...made, server: await createServer(made.app, { pages: false }) }
  }
  onTestEnd(() => test.close())
  const company = await anHttpCompany(test, 'steady-company')
  const owner = new pg.Client(test.ownerConfig)
  owner.on('error', () => {})
  await owner.connect()
  onTestEnd(() => owner.end())
  return { test, company, owner }
}

/** One more server on the data and connections of `test`, with this fault. */
export async function openFaultyServer(test: TestServer, fault: Fault): Promise<TestServer> {
  const server = await createServerWithFault(test, fault)
  onTestEnd(() => server.close())
  return server
}

/** Expects no problem for the correct server, which is the last, and the expected problem for each bug. */
export function expectDetected(
  problems: readonly (string | null)[],
  bugs: readonly (readonly [name: string, problem: RegExp, ...unknown[]])[],
): void {
  expect(problems.at(-1)).toBeNull()
  for (const [at, [name, problem]] of bugs.entries()) expect(problems[at], name).toMatch(problem)
}

export const createMessage = (to: string) => ({
  kind: 'test.message',
  to,
  fromName: 'Steady Company',
  subject: 'It arrives',
  text: 'Hello',
  html: '<p>Hello</p>',
})
