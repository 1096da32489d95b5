import pg from 'pg'
import { vi } from 'vitest'

/** Records the text of every SQL statement sent while `work` runs, in order, without parameter values. */
export async function captureStatements(work: () => Promise<unknown>): Promise<string[]> {
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
