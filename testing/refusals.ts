import { setTimeout as sleep } from 'node:timers/promises'
import { callApi } from './call-api.ts'
import { createFaultyServer, type Mistake } from './faulty-server.ts'
import type { HttpCompany } from './http-company.ts'
import type { TestServer } from './test-server.ts'

/** What somebody heard who read a list, and how long they waited for it. */
export interface Heard {
  readonly status: number
  readonly retryAfter: unknown
  readonly ms: number
}

export async function listCustomers(
  { server }: Pick<TestServer, 'server'>,
  { accountId, token }: Pick<HttpCompany, 'accountId' | 'token'>,
): Promise<Heard> {
  const began = performance.now()
  const path = `/api/accounts/${accountId}/customers/`
  const { status, headers } = await callApi(server, { method: 'GET', path, token })
  return { status, retryAfter: headers['retry-after'], ms: performance.now() - began }
}

/** What is wrong with the answer to who could not be served: anything but 503 with a time to come back, in time. */
export function refusalProblem(
  { status, retryAfter, ms }: Heard,
  waitS: string,
  withinMs: number,
): string | null {
  if (status !== 503) return `is ${status}`
  if (retryAfter !== waitS) return `says ${retryAfter} of when to come back`
  return ms < withinMs ? null : `took ${Math.round(ms)} ms`
}

/** A server that is wrong on purpose, and by what that is noticed. */
export type WrongServer = readonly [name: string, noticed: RegExp, Mistake]

/** Servers that refuse as nobody may be refused; the first of them answers so much later. */
export const wrongRefusals = (lateMs: number): readonly WrongServer[] => [
  ['who is refused waits for it', /^took \d+ ms$/, { after: () => sleep(lateMs) }],
  [
    'what the database can’t do now is taken for a bug',
    /^is 500$/,
    { after: (_request, reply) => void (reply.statusCode === 503 && reply.code(500)) },
  ],
  [
    'nobody is told when to come back',
    /^says undefined of when to come back$/,
    { after: (_request, reply) => void reply.removeHeader('retry-after') },
  ],
]

/** One more server on the data and the connections of `test`, wrong in this. */
export async function wronged(test: TestServer, mistake: Mistake): Promise<TestServer> {
  const server = await createFaultyServer(test, { pages: false }, test.app.db)
  server.make(mistake)
  return server
}
