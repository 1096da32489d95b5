import { setTimeout as sleep } from 'node:timers/promises'
import { callUntilAnswered } from '../call-api.ts'
import { openPlatformCompany } from '../open-company.ts'
import type { Scenario } from '../staff-calls.ts'

const MAX_POLLS = 1200
const POLL_MS = 250
/** A sync without progress is requested again after this number of polls, as a person would do. */
const POLLS_PER_REQUEST = 40
/** What the Sandbox books hold at first. */
const CUSTOMERS = 25
const INVOICES = 120

/** A company connects the Sandbox books. After every interruption, each record of them is here once. */
export const readBooks: Scenario = async ({ origin }) => {
  const { accountId, token } = await openPlatformCompany(origin)
  const call = async <Content>(method: 'GET' | 'POST', path: string) => {
    const at = `/api/accounts/${accountId}/${path}`
    const reply = await callUntilAnswered<Content>(origin, {
      method,
      path: at,
      token,
      ...(method === 'POST' && { body: {} }),
    })
    if (reply.status >= 300) throw new Error(`${at}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  await call('POST', 'accounting-connections/sandbox_books/start/')
  for (let poll = 1; ; poll += 1) {
    const { last_sync } = await call<{ last_sync: string | null }>('GET', 'sync-status/')
    if (last_sync !== null) break
    if (poll === MAX_POLLS) throw new Error('The books are not read.')
    if (poll % POLLS_PER_REQUEST === 0) await call('POST', 'sync/')
    await sleep(POLL_MS)
  }
  const { count: customers } = await call<{ count: number }>('GET', 'customers/')
  const { count: invoices } = await call<{ count: number }>('GET', 'invoices/')
  if (customers !== CUSTOMERS || invoices !== INVOICES)
    throw new Error(`${customers} customers and ${invoices} invoices were read.`)
}
