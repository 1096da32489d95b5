import { useAccount } from '../../session/account-context.ts'
import { isSome, moneyText } from '../../ui/text/money-text.ts'

/** Has the height of one currency's figures while they load, so that the list does not move. */
export const SUMS =
  'num flex min-h-7.5 flex-wrap items-baseline gap-x-4 gap-y-1 px-4 pb-3 text-ink-2 max-sm:min-h-14 md:px-6'

/** Sums of one currency. The first figure is always shown, the others unless they are zero. */
export interface ListSum {
  readonly currency: string
  readonly figures: readonly (readonly [label: string, amount: string])[]
}

/** How many rows a list shows, of how many, and what they add up to in each currency; the account's own first. */
export function ListSums({
  count,
  all,
  nouns,
  sums,
}: {
  count: number
  /** The number without filters, where it differs by them. */
  all?: number | undefined
  nouns: readonly [one: string, many: string]
  sums: readonly ListSum[]
}) {
  const own = useAccount().currency
  const several = sums.length > 1
  return (
    <div className={SUMS}>
      <p aria-live="polite">
        <b className="font-semibold text-ink">{count.toLocaleString('en-US')}</b>{' '}
        {all !== undefined && `of ${all.toLocaleString('en-US')} `}
        {(all ?? count) === 1 ? nouns[0] : nouns[1]}
      </p>
      {sums
        .toSorted((a, b) => Number(b.currency === own) - Number(a.currency === own))
        .map(({ currency, figures }) => (
          <p key={currency} className="flex flex-wrap gap-x-4">
            {figures.map(
              ([label, amount], at) =>
                (at === 0 || isSome(amount)) && (
                  <span key={label}>
                    {label} <b className="font-semibold text-ink">{moneyText(amount, currency, several)}</b>
                  </span>
                ),
            )}
          </p>
        ))}
    </div>
  )
}
