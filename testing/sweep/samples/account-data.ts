import { aFinishedExport, endExports } from '../../../server/rooms/account-data/testing.ts'
import { anEntry } from '../../../server/rooms/audit-log/testing.ts'
import { aCustomer, aMerge, aNote } from '../../../server/rooms/customers/testing.ts'
import type { Subject } from '../subject.ts'
import { account, oneCustomer, type SamplesOf } from './sample.ts'

/** Closing would end the company of the sweep, so these are refused for a name that is not theirs. */
const NOT_THEIRS = { body: { name: 'Somebody else' }, status: 400 }

export const accountData: SamplesOf<'accountData'> = {
  listExports: (s) => ({ params: account(s) }),
  startExport: async (s) => {
    await s.make('no export', () => s.company.run(endExports))
    return { params: account(s), body: { with_pdfs: false, request_id: s.requestId() } }
  },
  downloadExport: async (s) => ({
    params: { ...account(s), export: await s.make('finishedExport', () => s.company.run(aFinishedExport)) },
    body: {},
  }),
  close: (s) => ({ params: account(s), ...NOT_THEIRS }),
  reopen: (s) => ({ params: account(s), body: {}, status: 409 }),
  eraseCustomer: (s) => ({ params: oneCustomer(s), ...NOT_THEIRS }),
}

const aDuplicate = (s: Subject, name: string) =>
  s.make(name, async () => (await s.company.run((ctx) => aCustomer(ctx))).id)

export const customerMerges: SamplesOf<'customerMerges'> = {
  preview: async (s) => ({
    params: { ...account(s), customer: await aDuplicate(s, 'previewedDuplicate') },
    body: { into: s.debtor.customerId },
  }),
  merge: async (s) => ({
    params: { ...account(s), customer: await aDuplicate(s, 'duplicate') },
    body: { into: s.debtor.customerId },
  }),
  undo: async (s) => ({
    params: { ...account(s), customer: await s.make('merged', () => s.company.run(aMerge)) },
    body: {},
  }),
}

export const companies: SamplesOf<'companies'> = {
  export: () => ({ body: { order_by: '-owed' } }),
  list: () => ({ query: { search: 'company' } }),
}

export const customerNotes: SamplesOf<'customerNotes'> = {
  list: (s) => ({ params: oneCustomer(s) }),
  write: (s) => ({ params: oneCustomer(s), body: { text: 'Called, pays on Friday.' } }),
  // A note of somebody else, which only its writer deletes.
  remove: async (s) => ({
    params: {
      ...oneCustomer(s),
      note: await s.make('note', () => s.company.run((ctx) => aNote(ctx, s.debtor.customerId))),
    },
    status: 404,
  }),
}

export const notifications: SamplesOf<'notifications'> = {
  list: (s) => ({ params: account(s) }),
  markSeen: async (s) => ({
    params: account(s),
    body: { through: await s.make('event', () => s.company.run(anEntry)) },
  }),
}
