import { type Call, withPayload } from './markup-texts.ts'

const RULE_TERMS = {
  kind: 'percent',
  flat: '0',
  rate: '1.25',
  compounds: false,
  grace_days: 10,
  repeat: 'monthly',
  every_days: 0,
  day_of_month: null,
  cap: null,
  cap_rate: null,
  yearly_cap_rate: null,
  min_remaining: '0',
}

/** Adds a rule for late fees, as a draft. */
export const addRuleWithMarkup = (call: Call): Promise<{ pk: string; name: string }> =>
  call('POST', 'late-fee-rules/', {
    name: withPayload('Rule'),
    covers: 'everyone_else',
    groups: [],
    terms: RULE_TERMS,
    line_text: withPayload('Fee'),
    item: withPayload('Income'),
  })
