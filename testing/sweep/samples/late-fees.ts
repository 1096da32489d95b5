import { aLateFee, aLateFeeRule, ruleBody } from '../../../server/rooms/late-fees/testing.ts'
import type { Subject } from '../subject.ts'
import { account, type SamplesOf } from './sample.ts'

const ruleOf = (s: Subject, state: 'draft' | 'on') =>
  s.make(`late fee rule ${state}`, () => s.company.run((ctx) => aLateFeeRule(ctx, state)))
const feeOf = (s: Subject, state: 'charged' | 'waived') =>
  s.make(`late fee ${state}`, () => s.company.run((ctx) => aLateFee(ctx, state)))

const oneRule = async (s: Subject) => ({ ...account(s), rule: (await ruleOf(s, 'draft')).pk })

export const lateFees: SamplesOf<'lateFees'> = {
  listRules: (s) => ({ params: account(s) }),
  createRule: async (s) => ({ params: account(s), body: ruleBody(await s.group(), `Rule ${s.requestId()}`) }),
  readRule: async (s) => ({ params: await oneRule(s) }),
  updateRule: async (s) => {
    const { pk, revision } = await ruleOf(s, 'draft')
    return {
      params: { ...account(s), rule: pk },
      body: { ...ruleBody(await s.group(), `Rule ${s.requestId()}`), revision },
    }
  },
  removeRule: async (s) => ({ params: await oneRule(s) }),
  switchOn: async (s) => {
    const { pk, revision } = await ruleOf(s, 'draft')
    return { params: { ...account(s), rule: pk }, body: { revision, includes_late: false } }
  },
  switchOff: async (s) => {
    const { pk, revision } = await ruleOf(s, 'on')
    return { params: { ...account(s), rule: pk }, body: { revision } }
  },
  preview: async (s) => ({ params: await oneRule(s) }),
  upcoming: (s) => ({ params: account(s) }),
  rehearse: async (s) => ({ params: await oneRule(s), query: { period: 'past' } }),
  list: (s) => ({ params: account(s) }),
  waive: async (s) => ({
    params: account(s),
    body: { fees: [await feeOf(s, 'charged')], reason: 'They paid on time' },
  }),
  undoWaiver: async (s) => ({ params: { ...account(s), fee: await feeOf(s, 'waived') } }),
}
