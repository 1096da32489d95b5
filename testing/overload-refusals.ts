import { setTimeout as sleep } from 'node:timers/promises'
import { callApi } from './call-api.ts'
import { createFaultyServer, type Fault } from './faulty-server.ts'
import type { HttpCompany } from './http-company.ts'
import type { TestServer } from './test-server.ts'

/** The response to a list request, and how long it took. */
export interface ListReply {
  readonly status: number
  readonly retryAfter: unknown
  readonly ms: number
}

export async function listCustomers(
  { server }: Pick<TestServer, 'server'>,
  { accountId, token }: Pick<HttpCompany, 'accountId' | 'token'>,
): Promise<ListReply> {
  const began = performance.now()
  const path = `/api/accounts/${accountId}/customers/`
  const { status, headers } = await callApi(server, { method: 'GET', path, token })
  return { status, retryAfter: headers['retry-after'], ms: performance.now() - began }
}

/** Checks a refusal under overload: 503 with a Retry-After of `waitS`, within `withinMs`. Returns a problem, or null. */
export function refusalProblem(
  { status, retryAfter, ms }: ListReply,
  waitS: string,
  withinMs: number,
): string | null {
  if (status !== 503) return `is ${status}`
  if (retryAfter !== waitS) return `says ${retryAfter} of when to come back`
  return ms < withinMs ? null : `took ${Math.round(ms)} ms`
}

/** A faulty server, with the problem that a check must report. */
export type FaultyRefusal = readonly [name: string, noticed: RegExp, Fault]

/** Servers that refuse incorrectly. The first one delays each response by `lateMs`. */
export const faultyRefusals = (lateMs: number): readonly FaultyRefusal[] => [
  ['a refusal is late', /^took \d+ ms$/, { after: () => sleep(lateMs) }],
  [
    'an unavailable database is reported as an internal error',
    /^is 500$/,
    { after: (_request, reply) => void (reply.statusCode === 503 && reply.code(500)) },
  ],
  [
    'Retry-After is missing',
    /^says undefined of when to come back$/,
    { after: (_request, reply) => void reply.removeHeader('retry-after') },
  ],
]

/** Creates another server with this fault on the data and connections of `test`. */
export async function createServerWithFault(test: TestServer, fault: Fault): Promise<TestServer> {
  const server = await createFaultyServer(test, { pages: false }, test.app.db)
  server.setFault(fault)
  return server
}
