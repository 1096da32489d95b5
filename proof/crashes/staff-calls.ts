import { randomUUID } from 'node:crypto'
import { type Call, callOnce, callUntilAnswered, isTransient, type Reply } from './call-api.ts'
import type { Fact } from './facts.ts'
import type { Machine } from './machine.ts'
import type { Company } from './open-company.ts'

export type Body = Record<string, unknown> & { pk: string; id: string; status: string }

/** State of one run of a scenario. */
export interface ScenarioContext {
  readonly origin: string
  readonly company: Company
  /** Acknowledged results are added here. */
  readonly facts: Fact[]
  /** Chooses the customer, and the bank account of an e-check. */
  readonly number: number
  /** Time during which a payment in progress is requested again. Short where nothing can complete it. */
  readonly inProgressMs?: number
  /**
   * True when the clock advances during the run, so that a payment may be canceled before it is requested
   * again.
   */
  readonly clockAdvances?: true
  /** Writes to the sandbox processor's tables. Absent where the database is killed. */
  readonly queryProcessor?: Machine['query']
}

/** Actions on an issued invoice of $100.00. */
export type Scenario = (context: ScenarioContext, invoice: string) => Promise<unknown>

export const accountPath = ({ company }: ScenarioContext, path: string): string =>
  `/api/accounts/${company.accountId}/${path}`

/** Makes a call as staff and repeats it until it gets a final reply. */
export async function callAsStaff<Content = Body>(
  context: ScenarioContext,
  path: string,
  body?: unknown,
  method: Call['method'] = 'POST',
): Promise<Reply<Content>> {
  const token = await context.company.token()
  const call = { method, path: accountPath(context, path), body, token } as const
  return callUntilAnswered<Content>(context.origin, call, context.inProgressMs)
}

/**
 * Makes a call once as staff, because it must not be repeated. Returns null when there is no response or the
 * call is refused for now.
 */
export async function tryAsStaff(
  context: ScenarioContext,
  path: string,
  body: unknown,
): Promise<Body | null> {
  const token = await context.company.token()
  const call = { method: 'POST', path: accountPath(context, path), body, token } as const
  const reply = await callOnce<Body>(context.origin, call).catch(() => null)
  if (reply === null || isTransient(reply)) return null
  if (reply.status >= 300) throw unexpectedReply(path, reply)
  return reply.body
}

export async function readAsStaff<Content = Body>(context: ScenarioContext, path: string): Promise<Content> {
  const token = await context.company.token()
  const reply = await callUntilAnswered<Content>(context.origin, {
    method: 'GET',
    path: accountPath(context, path),
    token,
  })
  if (reply.status >= 300) throw unexpectedReply(path, reply)
  return reply.body
}

/** Makes a call as staff and ignores 409, which a repeated call gets when an earlier response was lost. */
export async function ensureAsStaff(
  context: ScenarioContext,
  path: string,
  body: unknown = {},
): Promise<void> {
  const reply = await callAsStaff(context, path, body)
  if (reply.status >= 300 && reply.status !== 409) throw unexpectedReply(path, reply)
}

export const customerIdOf = (context: ScenarioContext): string =>
  context.company.customers[customerNumber(context)]!
export const today = (): string => new Date().toISOString().slice(0, 10)
export const newRequestId = () => ({ request_id: `crash-${randomUUID()}` })
export const customerNumber = ({ company, number }: ScenarioContext): number =>
  number % company.customers.length
export const AMOUNT = '100.00'

export const unexpectedReply = (what: string, reply: Reply<unknown>): Error =>
  new Error(`${what}: ${reply.status} ${JSON.stringify(reply.body)}`)
