import type { ShownTerms } from '../../../../../contract/late-fees/rules.ts'
import type { FeeTerms } from '../../../../../domain/late-fees/fee-terms.ts'
import { readTypedTerms } from '../../../../../domain/late-fees/typed-terms.ts'
import { type CurrencyCode, formatAmount } from '../../../../../domain/money/money.ts'
import { formatRate } from '../../../../../domain/money/rate.ts'
import { refuseFields } from '../../../../platform/refusal.ts'

/** Reads the terms of a request. Refuses invalid_input beside the field, as `terms.rate`. */
export function readTerms(shown: ShownTerms, currency: CurrencyCode): FeeTerms {
  const { terms, problems } = readTypedTerms(shown, currency)
  const wrong = Object.entries(problems)
  if (wrong.length > 0)
    throw refuseFields(Object.fromEntries(wrong.map(([field, message]) => [`terms.${field}`, [message]])))
  return terms
}

/** Returns terms in the API's shape. */
export const showTerms = (terms: FeeTerms, currency: CurrencyCode): ShownTerms => ({
  kind: terms.kind,
  flat: formatAmount(terms.flatMinor, currency),
  rate: formatRate(terms.ratePpm),
  compounds: terms.compounds,
  grace_days: terms.graceDays,
  repeat: terms.repeat,
  every_days: terms.everyDays,
  day_of_month: terms.dayOfMonth,
  cap: terms.capMinor === null ? null : formatAmount(terms.capMinor, currency),
  cap_rate: terms.capPpm === null ? null : formatRate(terms.capPpm),
  yearly_cap_rate: terms.yearlyCapPpm === null ? null : formatRate(terms.yearlyCapPpm),
  min_remaining: formatAmount(terms.minRemainingMinor, currency),
})
