import { yearlyRatePpm } from '../../../../domain/late-fees/fee-terms.ts'
import { readTypedTerms } from '../../../../domain/late-fees/typed-terms.ts'
import { formatRate } from '../../../../domain/money/rate.ts'
import { useAccount } from '../../../session/account-context.ts'
import { cx } from '../../../ui/cx.ts'
import { type RuleValues, termsOf } from './rule-values.ts'

const PPM_OF_BASIS_POINT = 100
/** Room above the limit on the bar. */
const SCALE = 1.25

/** Rounds to hundredths of a percent. */
const shown = (ppm: number): string => formatRate(Math.round(ppm / PPM_OF_BASIS_POINT) * PPM_OF_BASIS_POINT)

/** Shows the percentage over a year against the rule's own limit. */
export function YearlyRate({ values }: { values: RuleValues }) {
  const { currency } = useAccount()
  const { terms } = readTypedTerms(termsOf(values), currency)
  const yearly = yearlyRatePpm(terms)
  const limit = terms.yearlyCapPpm
  if (!Number.isFinite(yearly) || yearly <= 0) return null
  const isAbove = limit !== null && yearly > limit
  const end = Math.max(yearly, limit ?? yearly) * SCALE
  const text = `${shown(yearly)}% a year${terms.compounds ? ' with compounding' : ''}`
  return (
    <div className="grid max-w-120 gap-1.5">
      <p className="text-12 font-medium text-ink-2">Rate over a year, before caps</p>
      <div aria-hidden="true" className="relative h-1.5 rounded-full bg-quiet-tint">
        <div
          className={cx('h-full rounded-full', isAbove ? 'bg-overdue' : 'bg-brand')}
          style={{ inlineSize: `${(yearly / end) * 100}%` }}
        />
        {limit !== null && (
          <span
            className="absolute -top-1 h-3.5 w-0.5 bg-ink"
            style={{ insetInlineStart: `${(limit / end) * 100}%` }}
          />
        )}
      </div>
      <p role="status" className="num flex flex-wrap justify-between gap-x-4 text-12">
        <b className={cx('font-semibold', isAbove && 'text-overdue')}>
          {isAbove ? `${text}, above your limit` : text}
        </b>
        <span className="text-ink-2">{limit === null ? 'No limit' : `Your limit ${shown(limit)}%`}</span>
      </p>
    </div>
  )
}
