import { feeSentenceParts } from '../../../../domain/late-fees/fee-sentence.ts'
import type { FeeTerms } from '../../../../domain/late-fees/fee-terms.ts'
import type { RuleField } from './rule-values.ts'

const FIELDS: Readonly<Record<keyof FeeTerms, RuleField>> = {
  kind: 'terms.kind',
  flatMinor: 'terms.flat',
  ratePpm: 'terms.rate',
  compounds: 'terms.compounds',
  graceDays: 'terms.grace_days',
  repeat: 'terms.repeat',
  everyDays: 'terms.every_days',
  dayOfMonth: 'terms.day_of_month',
  capMinor: 'terms.cap',
  capPpm: 'terms.cap_rate',
  yearlyCapPpm: 'terms.yearly_cap_rate',
  minRemainingMinor: 'terms.min_remaining',
}

/** The rule in one sentence. Where it can be changed, each part leads to its field. */
export function RuleSentence({
  terms,
  currency,
  mayWrite,
}: {
  terms: FeeTerms
  currency: string
  mayWrite: boolean
}) {
  return (
    <p className="mt-2 text-20 leading-8">
      {feeSentenceParts(terms, currency).map(({ text, term }, at) =>
        term && mayWrite ? (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity besides their position
            key={at}
            type="button"
            className="cursor-pointer rounded-4 underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-ink"
            onClick={() => focusField(FIELDS[term])}
          >
            {text}
          </button>
        ) : (
          text
        ),
      )}
    </p>
  )
}

function focusField(name: RuleField): void {
  const [field] = document.getElementsByName(name)
  field?.scrollIntoView({ block: 'center' })
  field?.focus()
}
