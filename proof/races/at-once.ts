import { expect } from 'vitest'
import type { Answer } from './servers.ts'

/** How many come at the same moment. */
export const MANY = 50

export const many = <T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)))

/** No answer is a fault of ours: neither a deadlock that nobody tried again nor anything else. */
export const expectOnly = (answers: readonly Answer[], ...statuses: readonly number[]): void => {
  for (const { status, body } of answers)
    expect(statuses, `answered ${status} ${JSON.stringify(body)}`).toContain(status)
}

export const succeeded = (answers: readonly Answer[]): Answer[] =>
  answers.filter(({ status }) => status < 300)
