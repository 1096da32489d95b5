import { z } from 'zod'
import { FEE_EXEMPTIONS } from '../../domain/late-fees/decide-fee.ts'
import {
  FEE_KINDS,
  FEE_REPEATS,
  FIRST_GRACE_DAY,
  LAST_DAY_OF_MONTH,
  MAX_FEE_INTERVAL_DAYS,
  MAX_GRACE_DAYS,
} from '../../domain/late-fees/fee-terms.ts'
import { listExport } from '../lists/list-export.ts'
import { route } from '../route.ts'
import { accountParams, amount, date, id, instant, line, requiredLine, strict } from '../shapes.ts'
import { customerOfFee, invoiceOfFee } from './fees.ts'

const NAME_MAX_LENGTH = 80
const LINE_MAX_LENGTH = 120
const ITEM_MAX_LENGTH = 100
const MAX_GROUPS = 100
const read = { kind: 'staff', right: 'late_fees.read' } as const
const write = { kind: 'staff', right: 'late_fees.write' } as const
/** Rules are written only where the plan includes them; switching one off and deleting it is always possible. */
const extend = { ...write, feature: 'PRO_FEATURES' } as const

const whole = (min: number, max: number) =>
  z
    .number('Enter a number.')
    .int('Enter a whole number.')
    .min(min, `At least ${min}.`)
    .max(max, `At most ${max}.`)
const rate = z.string('Enter a percentage.').max(20).describe("percent, e.g. '1.25'")

const terms = strict({
  kind: z.enum(FEE_KINDS),
  flat: amount.describe('in the account’s currency; 0 when the kind has no amount'),
  rate: rate.describe('percent of what remains; 0 when the kind has no rate'),
  compounds: z.boolean().describe('earlier fees earn fees too'),
  grace_days: whole(FIRST_GRACE_DAY, MAX_GRACE_DAYS).describe('days after the due date'),
  repeat: z.enum(FEE_REPEATS),
  every_days: whole(0, MAX_FEE_INTERVAL_DAYS).describe('days between fees; 0 unless repeat is days'),
  day_of_month: whole(1, LAST_DAY_OF_MONTH).nullable().describe('null for the day of the first fee'),
  cap: amount.nullable().describe('most that an invoice is ever charged'),
  cap_rate: rate.nullable().describe('the same, as percent of the invoice without fees'),
  yearly_cap_rate: rate.nullable().describe('most in 365 days, as percent of the invoice without fees'),
  min_remaining: amount.describe('an invoice with less is not charged'),
})
export type ShownTerms = z.output<typeof terms>

const rule = z.object({
  pk: id,
  id,
  name: z.string(),
  covers: z.enum(['groups', 'everyone_else']),
  groups: z.array(z.object({ pk: id, name: z.string() })),
  state: z.enum(['draft', 'on', 'off']),
  on_since: date.nullable().describe('no fees are charged for days before this one'),
  includes_late: z.boolean().describe('what was late already then is charged one fee'),
  revision: z.number().int(),
  terms,
  sentence: z.string(),
  yearly_rate: z.string().describe('percent that the rate adds in a year without payments'),
  line_text: z.string().describe('{month} stands for the month of the fee'),
  item: z.string().describe('item of the accounting platform; empty for none'),
  created: instant,
  updated: instant,
})

const ruleFields = {
  name: requiredLine(NAME_MAX_LENGTH),
  covers: z.enum(['groups', 'everyone_else']),
  groups: z.array(id).max(MAX_GROUPS, `Use at most ${MAX_GROUPS} groups.`).default([]),
  terms,
  line_text: requiredLine(LINE_MAX_LENGTH),
  item: line(ITEM_MAX_LENGTH).default(''),
}
const revision = z.number().int().describe('as read; a newer one is refused with wrong_state')

const rehearsedPeriod = z.enum(['past', 'future']).describe('the last 12 months, or the next 60 days')

const preview = z.object({
  day: date,
  count: z.number().int(),
  customers: z.number().int().describe('that would be charged'),
  totals: z.array(z.object({ currency: z.string(), amount })),
  charged: z
    .array(
      z.object({
        invoice: invoiceOfFee,
        customer: customerOfFee,
        currency: z.string(),
        remaining: amount,
        amount,
        day: date,
      }),
    )
    .describe('the first ones'),
  exempt: z.array(z.object({ reason: z.enum(FEE_EXEMPTIONS), count: z.number().int() })),
  not_charged: z
    .array(
      z.object({
        invoice: invoiceOfFee,
        customer: customerOfFee,
        reason: z.enum(FEE_EXEMPTIONS),
        until: date.nullable().describe('the promised day, or the end of the pause'),
      }),
    )
    .describe('the first ones whose fee is due'),
})

const rehearsal = z.object({
  period: rehearsedPeriod,
  from: date,
  until: date,
  count: z.number().int(),
  invoices: z.number().int(),
  customers: z.number().int(),
  totals: z.array(z.object({ currency: z.string(), amount })),
  months: z.array(
    z.object({
      month: z.string().describe("'2026-11'"),
      currency: z.string(),
      count: z.number().int(),
      amount,
    }),
  ),
  exempt: z.array(z.object({ reason: z.enum(FEE_EXEMPTIONS), count: z.number().int() })),
  fees: z
    .array(
      z.object({ invoice: invoiceOfFee, customer: customerOfFee, currency: z.string(), day: date, amount }),
    )
    .describe('the first ones'),
})

const oneRule = strict({ account: id, rule: id })

export const lateFeeRules = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/late-fee-rules/',
    summary: 'List the rules for late fees',
    access: read,
    params: accountParams,
    reply: z.object({
      results: z.array(rule),
      unsupported: z.string().nullable().describe('why the account can’t charge late fees; null when it can'),
    }),
  }),
  export: listExport('/api/accounts/:account/late-fee-rules/export/', 'Export the rules for late fees', {}),
  create: route({
    method: 'POST',
    path: '/api/accounts/:account/late-fee-rules/',
    summary: 'Add a rule for late fees as a draft',
    access: extend,
    params: accountParams,
    body: strict(ruleFields),
    status: 201,
    reply: rule,
  }),
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/late-fee-rules/:rule/',
    summary: 'Read a rule for late fees',
    access: read,
    params: oneRule,
    reply: rule,
  }),
  update: route({
    method: 'PUT',
    path: '/api/accounts/:account/late-fee-rules/:rule/',
    summary: 'Change a rule for late fees',
    access: extend,
    params: oneRule,
    body: strict({ ...ruleFields, revision }),
    reply: rule,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/accounts/:account/late-fee-rules/:rule/',
    summary: 'Delete a rule for late fees that is off',
    access: write,
    params: oneRule,
    reply: 'nothing',
  }),
  switchOn: route({
    method: 'POST',
    path: '/api/accounts/:account/late-fee-rules/:rule/switch-on/',
    summary: 'Switch a rule for late fees on',
    access: extend,
    params: oneRule,
    body: strict({
      revision,
      includes_late: z.boolean().describe('charge one fee for what is late already'),
    }),
    reply: rule,
  }),
  switchOff: route({
    method: 'POST',
    path: '/api/accounts/:account/late-fee-rules/:rule/switch-off/',
    summary: 'Switch a rule for late fees off',
    access: write,
    params: oneRule,
    body: strict({ revision }),
    reply: rule,
  }),
  preview: route({
    method: 'GET',
    path: '/api/accounts/:account/late-fee-rules/:rule/preview/',
    summary: 'Show what a rule would charge today if it were on',
    access: read,
    params: oneRule,
    query: strict({ includes_late: z.enum(['true', 'false']).default('true') }),
    reply: preview,
  }),
  rehearse: route({
    method: 'GET',
    path: '/api/accounts/:account/late-fee-rules/:rule/rehearsal/',
    summary: 'Rehearse a rule for late fees: nothing is charged',
    access: read,
    params: oneRule,
    query: strict({ period: rehearsedPeriod.default('past') }),
    reply: rehearsal,
  }),
}
