import type { UseQueryResult } from '@tanstack/react-query'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { EXEMPTION_TEXTS } from '../../../../domain/late-fees/exemption-texts.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { RadioTiles } from '../../../ui/fields/radio-tiles.tsx'
import { Link } from '../../../ui/layout/link.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { recordPath } from '../../paths.ts'
import { countsText, type Preview, type Start, totalsText } from './use-preview.ts'
import type { Rule } from './use-rules.ts'

const STARTS = [
  {
    value: 'all' as const,
    label: 'Include invoices already late',
    description: 'One fee each. Earlier months are not charged.',
  },
  {
    value: 'later' as const,
    label: 'Only invoices that become late',
    description: 'Fees for days before today are not charged.',
  },
]

interface Props {
  readonly rule: Rule
  readonly preview: UseQueryResult<Preview>
  readonly start: Start
  readonly onStart: (start: Start) => void
  readonly isChanged: boolean
}

/** Shows the fees that the rule would charge if it were switched on today, and what it would not charge. */
export function PreviewPanel({ rule, preview, start, onStart, isChanged }: Props) {
  const { data } = preview
  const notCharged =
    data?.not_charged.filter(({ reason }) => rule.state !== 'on' || reason !== 'already_charged') ?? []
  return (
    <aside className="min-w-0 border-line bg-paper max-xl:border-t xl:border-s" aria-label="Preview">
      <div className="grid gap-3 border-b border-line bg-surface px-4 py-4 md:px-6 xl:px-5">
        <div>
          <h2 className="text-12 font-semibold">
            {rule.state === 'on' ? 'Still to charge today' : 'If you switch it on today'}
          </h2>
          {data && (
            <>
              <p className="num text-24 font-semibold">{totalsText(data.totals) ?? 'Nothing'}</p>
              {data.count > 0 && <p className="text-ink-2">{countsText(data.count, data.customers)}</p>}
            </>
          )}
        </div>
        {isChanged && <Note tone="info">Save the rule to see what it charges with your changes.</Note>}
        {preview.error && (
          <Note tone="error" onRetry={preview.refetch} retrying={preview.isFetching}>
            {actionErrorText(preview.error)}
          </Note>
        )}
        {rule.state !== 'on' && (
          <RadioTiles legend="Where to start" options={STARTS} value={start} onChange={onStart} />
        )}
      </div>
      {data && (
        <div className="grid gap-6 px-4 py-4 md:px-6 xl:px-5">
          {data.charged.length > 0 && <Charged preview={data} />}
          {notCharged.length > 0 && <NotCharged rows={notCharged} />}
          {data.charged.length + data.not_charged.length === 0 && (
            <p className="text-ink-2">No invoice is late enough for this rule.</p>
          )}
        </div>
      )}
    </aside>
  )
}

const Heading = ({ title, count }: { title: string; count?: number }) => (
  <h3 className="flex justify-between gap-3 pb-1 text-13 font-semibold">
    {title}
    {count !== undefined && <span className="num font-normal text-ink-3">{count}</span>}
  </h3>
)

/** Fees of today. Amounts name their currency when there is more than one. */
const Charged = ({ preview: { charged, count, totals } }: { preview: Preview }) => (
  <section>
    <Heading title="Charged today" count={count} />
    <table className="w-full table-fixed">
      <thead className="text-ink-3">
        <tr className="border-b border-line">
          <th scope="col" className="py-1.5 text-start font-normal">
            Invoice
          </th>
          <th scope="col" className="w-24 py-1.5 text-end font-normal">
            Remaining
          </th>
          <th scope="col" className="w-20 py-1.5 text-end font-normal">
            Fee
          </th>
        </tr>
      </thead>
      <tbody>
        {charged.map((row) => (
          <tr key={row.invoice.pk} className="border-b border-line">
            <th scope="row" className="py-1.5 text-start font-normal wrap-anywhere">
              <Link href={recordPath('invoice', row.invoice.pk)} className="font-medium hover:underline">
                {row.invoice.number}
              </Link>{' '}
              <span className="text-ink-2">{row.customer.short_name}</span>
            </th>
            <td className="num py-1.5 text-end text-ink-2">
              {moneyText(row.remaining, row.currency, totals.length > 1)}
            </td>
            <td className="num py-1.5 text-end font-semibold">
              {moneyText(row.amount, row.currency, totals.length > 1)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {count > charged.length && (
      <p className="py-1.5 text-ink-3">{`${(count - charged.length).toLocaleString('en-US')} more`}</p>
    )}
  </section>
)

function NotCharged({ rows }: { rows: Preview['not_charged'] }) {
  const { date_format } = useAccount()
  return (
    <section>
      <Heading title="Not charged" />
      <ul>
        {rows.map((row) => (
          <li key={row.invoice.pk} className="flex justify-between gap-3 border-b border-line py-1.5">
            <span className="min-w-0 wrap-anywhere">
              <Link href={recordPath('invoice', row.invoice.pk)} className="font-medium hover:underline">
                {row.invoice.number}
              </Link>{' '}
              <span className="text-ink-2">{row.customer.short_name}</span>
            </span>
            <span className="max-w-3/5 flex-none text-end text-soon">
              {EXEMPTION_TEXTS[row.reason]}
              {row.until !== null && ` until ${formatDate(row.until, date_format)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
