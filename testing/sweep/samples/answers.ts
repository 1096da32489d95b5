import { addDays } from '../../../domain/dates/calendar.ts'
import { todayOf } from '../../../server/rooms/accounts/index.ts'
import { aDispute, aPromise } from '../../../server/rooms/answers/testing.ts'
import type { Subject } from '../subject.ts'
import { account, oneInvoice, payersInvoice, type SamplesOf } from './sample.ts'

const dispute = { reason: 'wrong_amount', text: 'Two hours too many.', amount: '1.00' } as const

const aWeekOn = (s: Subject) => s.company.run(async (ctx) => addDays(await todayOf(ctx), 7))
const newInvoice = async (s: Subject) => ({ ...account(s), invoice: (await s.openInvoice()).pk })

const promiseOf = (s: Subject) =>
  s.make('promise', async () => {
    const { pk } = await s.openInvoice()
    return s.company.run((ctx) => aPromise(ctx, pk))
  })
const disputeOf = (s: Subject) =>
  s.make('dispute', async () => {
    const { pk } = await s.openInvoice()
    return s.company.run((ctx) => aDispute(ctx, pk))
  })

/** The calls of payers say the same each time, which changes nothing after the first. */
export const answers: SamplesOf<'answers'> = {
  promise: async (s) => ({ params: payersInvoice(s), body: { promised_on: await aWeekOn(s), note: '' } }),
  dispute: (s) => ({ params: payersInvoice(s), body: dispute }),
  list: (s) => ({ params: oneInvoice(s) }),
  recordPromise: async (s) => ({
    params: await newInvoice(s),
    body: { promised_on: await aWeekOn(s), amount: '1.00', note: 'On the phone' },
  }),
  withdrawPromise: async (s) => ({
    params: { ...account(s), promise: await promiseOf(s) },
    body: { note: 'They want to pay later' },
  }),
  recordDispute: async (s) => ({ params: await newInvoice(s), body: dispute }),
  resolveDispute: async (s) => ({
    params: { ...account(s), dispute: await disputeOf(s) },
    body: { resolution: 'We sent a credit memo.' },
  }),
}
