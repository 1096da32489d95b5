import { Link } from '../../../ui/layout/link.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { recordPath } from '../../paths.ts'
import { namesOf } from '../overview/names-of.ts'
import type { CheckListReply } from './check-list-words.ts'

/** The first messages of tomorrow. */
export function FirstMessages({ list }: { list: CheckListReply }) {
  const { first } = list.tomorrow
  if (first.length === 0) return null
  return (
    <ul className="grid w-full gap-1" aria-label="First messages">
      {first.map((row) => (
        <li
          key={`${row.customer.pk} ${row.step} ${row.currency}`}
          className="flex flex-wrap justify-between gap-x-4"
        >
          <span className="min-w-0">
            <Link href={recordPath('customer', row.customer.pk)} className="link-quiet">
              {row.customer.short_name}
            </Link>
            {`, ${row.step}: ${namesOf(row.invoices)}`}
          </span>
          <span className="num">{moneyText(row.remaining, row.currency, true)}</span>
        </li>
      ))}
    </ul>
  )
}
