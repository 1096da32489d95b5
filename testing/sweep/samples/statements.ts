import { oneCustomer, type SamplesOf } from './sample.ts'

const period = { from: '2026-01-01', to: '2026-01-31', kind: 'balance_forward' } as const

export const statements: SamplesOf<'statements'> = {
  read: (s) => ({ params: oneCustomer(s), query: period }),
  pdf: (s) => ({ params: oneCustomer(s), query: period }),
  csv: (s) => ({ params: oneCustomer(s), query: period }),
  readOwn: () => ({ query: period }),
  ownPdf: () => ({ query: period }),
  ownCsv: () => ({ query: period }),
}
