import { setTimeout as sleep } from 'node:timers/promises'
import { callUntilAnswered } from '../call-api.ts'
import { openPlatformCompany } from '../open-company.ts'
import type { Scenario } from '../staff-calls.ts'

const MAX_POLLS = 1200
const POLL_MS = 250
/** A sync without progress is requested again after this number of polls, as a person would do. */
const POLLS_PER_REQUEST = 40
/** Contents of new Sandbox books. */
const CUSTOMERS = 25
const INVOICES = 120

/** A company connects the Sandbox books, in which an invoice is voided and another one written. Each record is here once. */
export const readBooks: Scenario = async ({ origin }) => {
  const { accountId, token } = await openPlatformCompany(origin)
  const call = async <Content>(method: 'GET' | 'POST', path: string, body: object = {}) => {
    const at = `/api/accounts/${accountId}/${path}`
    const given = { method, path: at, token, ...(method === 'POST' && { body }) } as const
    const reply = await callUntilAnswered<Content>(origin, given)
    if (reply.status >= 300) throw new Error(`${at}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const syncedAt = async (): Promise<string | null> =>
    (await call<{ last_sync: string | null }>('GET', 'sync-status/')).last_sync
  const waitForSync = async (before: string | null) => {
    for (let poll = 1; (await syncedAt()) === before; poll += 1) {
      if (poll === MAX_POLLS) throw new Error('The books are not read.')
      if (poll % POLLS_PER_REQUEST === 0) await call('POST', 'sync/')
      await sleep(POLL_MS)
    }
  }
  const expectCounts = async (expected: Readonly<Record<string, number>>) => {
    for (const [path, count] of Object.entries(expected)) {
      const found = (await call<{ count: number }>('GET', path)).count
      if (found !== count) throw new Error(`${path}: ${found} instead of ${count}`)
    }
  }
  await call('POST', 'accounting-connections/sandbox_books/start/')
  await waitForSync(null)
  await expectCounts({ 'customers/': CUSTOMERS, 'invoices/': INVOICES, 'invoices/?view=void': 0 })
  const first = await syncedAt()
  await call('POST', 'accounting-connections/sandbox_books/simulate/', { what: 'activity' })
  await call('POST', 'sync/')
  await waitForSync(first)
  await expectCounts({ 'invoices/': INVOICES + 1, 'invoices/?view=void': 1 })
}
