import { formatDate } from '../../../../domain/dates/calendar.ts'
import { type ExampleFee, exampleFees } from '../../../../domain/late-fees/example-fees.ts'
import type { FeeTerms } from '../../../../domain/late-fees/fee-terms.ts'
import { currencyDigits, displayAmount } from '../../../../domain/money/money.ts'
import { useAccount } from '../../../session/account-context.ts'
import { cx } from '../../../ui/cx.ts'

const FEES = 6
const EXAMPLE_AMOUNT = 1000n

/** First fees of an invoice that is due today and never paid; compound beside simple where a rule can be either. */
export function ExampleTable({ terms }: { terms: FeeTerms }) {
  const { currency, today, date_format } = useAccount()
  const invoice = { totalMinor: EXAMPLE_AMOUNT * 10n ** BigInt(currencyDigits(currency)), dueDate: today }
  const money = (minor: bigint, symbol = false): string => displayAmount(minor, currency, { symbol })
  const fees = exampleFees(terms, invoice, FEES)
  const compares = terms.kind !== 'flat' && terms.repeat !== 'once'
  const others = compares ? exampleFees({ ...terms, compounds: !terms.compounds }, invoice, FEES) : []
  const [own, other] = terms.compounds ? ['Compound', 'Simple'] : ['Simple', 'Compound']
  const head = (text: string, className?: string) => (
    <th scope="col" className={cx('py-1.5 ps-3 text-end font-normal', className)}>
      {text}
    </th>
  )
  const figure = (text: string, className?: string) => (
    <td className={cx('num py-1.5 ps-3 text-end', className)}>{text}</td>
  )
  return (
    <section className="border-b border-line px-4 py-5 md:px-6">
      <h2 className="text-13 font-semibold">Example</h2>
      <p className="mt-1 text-ink-2">
        {`An invoice of ${money(invoice.totalMinor, true)}, due ${formatDate(today, date_format)}, that nobody pays.`}
      </p>
      <table className="mt-2 w-full">
        <thead className="text-ink-3">
          <tr className="border-b border-line">
            <th scope="col" className="py-1.5 text-start font-normal">
              Charged on
            </th>
            {compares && head('Counts from', 'max-sm:hidden')}
            {head(compares ? `${own} fee` : 'Fee')}
            {head('Fees so far')}
            {compares && head(`${other} fee`, 'max-sm:hidden')}
          </tr>
        </thead>
        <tbody>
          {fees.map((fee, at) => (
            <tr key={fee.day} className={cx('border-b border-line', fee.cap && 'bg-soon-tint')}>
              <th scope="row" className="py-1.5 text-start font-medium">
                {formatDate(fee.day, date_format)}
                {fee.cap && (
                  <span className="block text-12 font-normal text-soon">
                    {fee.minor === 0n
                      ? 'Cap reached'
                      : `Cap reached, ${money(fee.uncappedMinor)} cut to ${money(fee.minor)}`}
                  </span>
                )}
              </th>
              {compares && figure(money(fee.baseMinor), 'text-ink-2 max-sm:hidden')}
              {figure(fee.minor === 0n ? '–' : money(fee.minor), 'font-semibold')}
              {figure(money(fee.sofarMinor))}
              {compares && figure(others[at] ? money(others[at].minor) : '', 'text-ink-2 max-sm:hidden')}
            </tr>
          ))}
        </tbody>
      </table>
      {compares && <Difference fees={fees} others={others} compounds={terms.compounds} />}
    </section>
  )
}

/** Says how much more compounding costs by the last fee shown. */
function Difference({
  fees,
  others,
  compounds,
}: {
  fees: readonly ExampleFee[]
  others: readonly ExampleFee[]
  compounds: boolean
}) {
  const { currency, date_format } = useAccount()
  const own = fees.at(-1)
  const other = others.at(-1)
  if (!own || !other || own.sofarMinor === other.sofarMinor) return null
  const more = compounds ? own.sofarMinor - other.sofarMinor : other.sofarMinor - own.sofarMinor
  return (
    <p className="mt-2 text-ink-2">
      {`Compounding ${compounds ? 'costs' : 'would cost'} the customer ${displayAmount(more, currency)} more by ${formatDate(own.day, date_format)}.`}
    </p>
  )
}
