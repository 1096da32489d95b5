import { randomUUID } from 'node:crypto'
import { aConflict, anEndedSandbox } from '../../../server/rooms/accounting/testing.ts'
import type { Subject } from '../subject.ts'
import { account, type SamplesOf } from './sample.ts'

const sandbox = (s: Subject) => ({ ...account(s), provider: 'sandbox_books' })
const ended = (s: Subject) => s.make('ended accounting connection', () => s.company.run(anEndedSandbox))

/** The swept companies keep their invoices here, so nothing is connected. */
export const accounting: SamplesOf<'accounting'> = {
  exportConflicts: (s) => ({ params: account(s), body: { state: 'closed' } }),
  syncStatus: (s) => ({ params: account(s) }),
  sync: (s) => ({ params: account(s), status: 409 }),
  listSyncs: (s) => ({ params: account(s) }),
  readRecord: (s) => ({ params: account(s), query: { kind: 'invoice', record: randomUUID() } }),
  list: (s) => ({ params: account(s) }),
  start: (s) => ({ params: sandbox(s), status: 409 }),
  finish: (s) => ({ params: sandbox(s), body: { code: 'nobody', state: 'no-state' }, status: 400 }),
  disconnect: async (s) => {
    await ended(s)
    return { params: sandbox(s) }
  },
  update: async (s) => {
    await ended(s)
    return { params: sandbox(s), body: { deposit_account: 'checking' } }
  },
  simulate: (s) => ({ params: sandbox(s), body: { what: 'activity' }, status: 404 }),
  taxCodes: (s) => ({ params: account(s) }),
  items: (s) => ({ params: account(s) }),
  bookAccounts: (s) => ({ params: account(s) }),
  // The Sandbox books send none.
  webhook: () => ({
    params: { provider: 'sandbox_books' },
    file: { type: 'application/json', bytes: Buffer.from('[]') },
    status: 401,
  }),
  listConflicts: (s) => ({ params: account(s) }),
  resolveConflict: async (s) => {
    const conflict = await s.make('accounting conflict', () => s.company.run(aConflict))
    return { params: { ...account(s), conflict }, body: { choice: 'settled' } }
  },
}
