import { MONTHLY_TERMS } from '../steps/late-fee-terms.ts'
import { type Call, withPayload } from './markup-texts.ts'

/** Adds a rule for late fees, as a draft. */
export const addRuleWithMarkup = (call: Call): Promise<{ pk: string; name: string }> =>
  call('POST', 'late-fee-rules/', {
    name: withPayload('Rule'),
    covers: 'everyone_else',
    groups: [],
    terms: MONTHLY_TERMS,
    line_text: withPayload('Fee'),
    item: withPayload('Income'),
  })
