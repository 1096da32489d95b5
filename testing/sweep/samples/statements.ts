import { addDays } from '../../../domain/dates/calendar.ts'
import { todayOf } from '../../../server/rooms/accounts/index.ts'
import { anOwingCustomer, aRun, aStatement } from '../../../server/rooms/statements/testing.ts'
import type { Subject } from '../subject.ts'
import { account, oneCustomer, type SamplesOf } from './sample.ts'

const period = { from: '2026-01-01', to: '2026-01-31', kind: 'balance_forward' } as const

let periods = 0
/** Another period for each run, because one is sent by one run at a time. */
const unusedPeriod = () => {
  periods += 1
  const from = addDays('2025-01-01', periods)
  return { from, to: addDays(from, 27) }
}

/** A period at whose end something is open. */
const untilToday = async (s: Subject) => {
  const to = await s.company.run(todayOf)
  return { from: addDays(to, -300), to, kind: 'open_item' } as const
}

export const statements: SamplesOf<'statements'> = {
  read: async (s) => ({ params: oneCustomer(s), query: await untilToday(s) }),
  pdf: async (s) => ({ params: oneCustomer(s), query: await untilToday(s) }),
  csv: async (s) => ({ params: oneCustomer(s), query: await untilToday(s) }),
  readOwn: () => ({ query: period }),
  ownPdf: async (s) => ({ query: await untilToday(s) }),
  ownCsv: () => ({ query: period }),
}

const owingCustomer = (s: Subject) =>
  s.make('owing customer', () => s.company.run((ctx) => anOwingCustomer(ctx)))

export const statementSending: SamplesOf<'statementSending'> = {
  email: async (s) => ({
    params: { ...account(s), customer: await owingCustomer(s) },
    body: { ...(await untilToday(s)), again: true },
  }),
  list: (s) => ({ params: account(s) }),
  export: (s) => ({ params: account(s), body: { format: 'xlsx' } }),
  pdf: async (s) => ({
    params: { ...account(s), statement: await s.make('statement', () => s.company.run(aStatement)) },
  }),
  readSettings: (s) => ({ params: account(s) }),
  changeSettings: (s) => ({
    params: account(s),
    body: { kind: 'open_item', send_day: 1, send_hour: 9, only_open: true },
  }),
  previewRun: async (s) => ({ params: account(s), query: await untilToday(s) }),
  listRuns: (s) => ({ params: account(s) }),
  startRun: (s) => ({
    params: account(s),
    body: { ...unusedPeriod(), kind: 'open_item', only_open: true },
  }),
  cancelRun: async (s) => ({
    params: {
      ...account(s),
      run: await s.make('statement run', () => s.company.run((ctx) => aRun(ctx, unusedPeriod()))),
    },
    body: {},
  }),
}
