import { aFinishedExport } from '../../../server/rooms/account-data/testing.ts'
import { account, oneCustomer, type SamplesOf } from './sample.ts'

/** Closing would end the company of the sweep, so these are refused for a name that is not theirs. */
const NOT_THEIRS = { body: { name: 'Somebody else' }, status: 400 }

export const accountData: SamplesOf<'accountData'> = {
  listExports: (s) => ({ params: account(s) }),
  startExport: (s) => ({
    params: account(s),
    body: { with_pdfs: false, request_id: s.requestId() },
  }),
  downloadExport: async (s) => ({
    params: { ...account(s), export: await s.make('finishedExport', () => s.company.run(aFinishedExport)) },
  }),
  close: (s) => ({ params: account(s), ...NOT_THEIRS }),
  reopen: (s) => ({ params: account(s), status: 409 }),
  eraseCustomer: (s) => ({ params: oneCustomer(s), ...NOT_THEIRS }),
}
