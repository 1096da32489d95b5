import { randomUUID } from 'node:crypto'
import { type Answer, type Call, callOnce, callUntilAnswered, isPassing } from './caller.ts'
import type { Company } from './company.ts'
import type { Fact } from './facts.ts'
import type { Machine } from './machine.ts'

export type Body = Record<string, unknown> & { pk: string; id: string; status: string }

export interface Turn {
  readonly origin: string
  readonly company: Company
  /** What is acknowledged is added here. */
  readonly facts: Fact[]
  /** Chooses the customer, and the bank account of an e-check. */
  readonly number: number
  /** How long a payment that is under way is asked after; where nothing can end it, there is no use in waiting. */
  readonly inProgressMs?: number
  /** Meanwhile: what was begun and not answered may have been let go before it is asked for again. */
  readonly daysGoBy?: true
  /** Writes in the processor's books, past the product; only where no database is killed. */
  readonly desk?: Machine['query']
}

/** What becomes of an issued invoice of $100.00. */
export type Story = (turn: Turn, invoice: string) => Promise<unknown>

export const at = ({ company }: Turn, path: string): string => `/api/accounts/${company.accountId}/${path}`

/** A call of the business, made until it is answered. */
export async function staff<Reply = Body>(
  turn: Turn,
  path: string,
  body?: unknown,
  method: Call['method'] = 'POST',
): Promise<Answer<Reply>> {
  const token = await turn.company.token()
  const call = { method, path: at(turn, path), body, token } as const
  return callUntilAnswered<Reply>(turn.origin, call, turn.inProgressMs)
}

/** A call that would do twice what it does when it is made again. Null when its answer was lost, or it may not be made now. */
export async function staffTries(turn: Turn, path: string, body: unknown): Promise<Body | null> {
  const token = await turn.company.token()
  const call = { method: 'POST', path: at(turn, path), body, token } as const
  const answer = await callOnce<Body>(turn.origin, call).catch(() => null)
  if (answer === null || isPassing(answer)) return null
  if (answer.status >= 300) throw unexpected(path, answer)
  return answer.body
}

export async function staffReads<Reply = Body>(turn: Turn, path: string): Promise<Reply> {
  const token = await turn.company.token()
  const answer = await callUntilAnswered<Reply>(turn.origin, { method: 'GET', path: at(turn, path), token })
  if (answer.status >= 300) throw unexpected(path, answer)
  return answer.body
}

/** A call that says no more than that it is done already when it is made again, its first answer having been lost. */
export async function staffOnce(turn: Turn, path: string, body: unknown = {}): Promise<void> {
  const answer = await staff(turn, path, body)
  if (answer.status >= 300 && answer.status !== 409) throw unexpected(path, answer)
}

export const customerOf = (turn: Turn): string => turn.company.customers[customerNumber(turn)]!
export const today = (): string => new Date().toISOString().slice(0, 10)
export const aRequest = () => ({ request_id: `torture-${randomUUID()}` })
export const customerNumber = ({ company, number }: Turn): number => number % company.customers.length
export const AMOUNT = '100.00'

export const unexpected = (what: string, answer: Answer<unknown>): Error =>
  new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
