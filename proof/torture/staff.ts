import { type Answer, callUntilAnswered } from './caller.ts'
import type { Company } from './company.ts'
import type { Fact } from './facts.ts'

export type Body = Record<string, unknown> & { pk: string; id: string; status: string }

export interface Turn {
  readonly origin: string
  readonly company: Company
  /** What is acknowledged is added here. */
  readonly facts: Fact[]
  /** Chooses the customer, and the bank account of an e-check. */
  readonly number: number
}

/** What becomes of an issued invoice of $100.00. */
export type Story = (turn: Turn, invoice: string) => Promise<unknown>

export const at = ({ company }: Turn, path: string): string => `/api/accounts/${company.accountId}/${path}`

/** A call of the business, made until it is answered. */
export async function staff<Reply = Body>(turn: Turn, path: string, body: unknown): Promise<Answer<Reply>> {
  const token = await turn.company.token()
  return callUntilAnswered<Reply>(turn.origin, { method: 'POST', path: at(turn, path), body, token })
}

export const customerNumber = ({ company, number }: Turn): number => number % company.customers.length
export const AMOUNT = '100.00'

export const unexpected = (what: string, answer: Answer<unknown>): Error =>
  new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
