import { aLateFee, aLateFeeRule, ruleBody } from '../../../server/rooms/late-fees/testing.ts'
import type { Subject } from '../subject.ts'
import { account, type SamplesOf } from './sample.ts'

const ruleOf = (s: Subject, state: 'draft' | 'on') =>
  s.make(`late fee rule ${state}`, () => s.company.run((ctx) => aLateFeeRule(ctx, state)))
const feeOf = (s: Subject, state: 'charged' | 'waived') =>
  s.make(`late fee ${state}`, () => s.company.run((ctx) => aLateFee(ctx, state)))

const oneRule = async (s: Subject) => ({ ...account(s), rule: (await ruleOf(s, 'draft')).pk })

export const lateFeeRules: SamplesOf<'lateFeeRules'> = {
  export: (s) => ({ params: account(s), body: {} }),
  list: (s) => ({ params: account(s) }),
  create: async (s) => ({ params: account(s), body: ruleBody(await s.group(), `Rule ${s.requestId()}`) }),
  read: async (s) => ({ params: await oneRule(s) }),
  update: async (s) => {
    const { pk, revision } = await ruleOf(s, 'draft')
    return {
      params: { ...account(s), rule: pk },
      body: { ...ruleBody(await s.group(), `Rule ${s.requestId()}`), revision },
    }
  },
  remove: async (s) => ({ params: await oneRule(s) }),
  switchOn: async (s) => {
    const { pk, revision } = await ruleOf(s, 'draft')
    return { params: { ...account(s), rule: pk }, body: { revision, includes_late: false } }
  },
  switchOff: async (s) => {
    const { pk, revision } = await ruleOf(s, 'on')
    return { params: { ...account(s), rule: pk }, body: { revision } }
  },
  preview: async (s) => ({ params: await oneRule(s) }),
  rehearse: async (s) => ({ params: await oneRule(s), query: { period: 'past' } }),
}

export const lateFees: SamplesOf<'lateFees'> = {
  upcoming: (s) => ({ params: account(s) }),
  exportUpcoming: (s) => ({ params: account(s), body: { format: 'xlsx' } }),
  list: (s) => ({ params: account(s) }),
  export: (s) => ({ params: account(s), body: { format: 'xlsx' } }),
  waive: async (s) => ({
    params: account(s),
    body: { fees: [await feeOf(s, 'charged')], reason: 'They paid on time' },
  }),
  undoWaiver: async (s) => ({ params: { ...account(s), fee: await feeOf(s, 'waived') } }),
}
