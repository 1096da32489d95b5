import pg from 'pg'
import { vi } from 'vitest'

/** The text of every statement that is sent to a database while `work` runs, in order, without the values in it. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return asked.mock.calls.map(([query]) => textOf(query))
  } finally {
    asked.mockRestore()
  }
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown }).text)
