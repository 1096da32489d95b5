import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Money } from '../../ui/text/money.tsx'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { PlannedCharge } from '../auto-payments/planned-charge.tsx'
import type { Invoice } from './invoice-look.ts'
import { type SettledWords, settledWords, settlingPayment } from './settled-words.ts'

/** Shows the remaining amount and the settled rest, or how the invoice was closed. */
export function InvoiceHeadline({ invoice }: { invoice: Invoice }) {
  const settled = useSettledWords(invoice)
  if (settled) return <SettledHeadline words={settled} currency={invoice.currency} />
  return <OwedHeadline invoice={invoice} />
}

/** When nothing remains, the status replaces the zero. */
function useSettledWords(invoice: Invoice): SettledWords | null {
  const account = useAccount()
  const call = useCall()
  const payment = settlingPayment(invoice)
  const { data } = useQuery({
    queryKey: [account.pk, 'payment', payment],
    queryFn: ({ signal }) =>
      call(contract.payments.read, { params: { account: account.pk, payment: payment ?? '' } }, { signal }),
    enabled: payment !== null,
  })
  return settledWords(invoice, account, data ?? null)
}

function SettledHeadline({ words, currency }: { words: SettledWords; currency: string }) {
  return (
    <section className="grid gap-1 border-b border-line p-4 md:p-6" aria-label="Remaining">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <p className="text-24 font-semibold">
          {words.verb} <span className="num">{moneyText(words.amount, currency)}</span>
        </p>
        <p className="num min-w-0 whitespace-normal text-ink-2">{words.detail}</p>
      </div>
      {words.reason !== '' && <p className="max-w-180 break-words text-ink-2">Reason: {words.reason}</p>}
    </section>
  )
}

function OwedHeadline({ invoice }: { invoice: Invoice }) {
  const money = (amount: string): string => moneyText(amount, invoice.currency)
  const draft = invoice.state === 'draft'
  const seesPlan = useCan('auto_payments.read')
  const parts = [
    isSome(invoice.paid) && `${money(invoice.paid)} paid`,
    isSome(invoice.credited) && `${money(invoice.credited)} credited`,
    isSome(invoice.written_off) && `${money(invoice.written_off)} written off`,
  ].filter(Boolean)
  return (
    <section className="grid gap-3 border-b border-line p-4 md:p-6" aria-label="Remaining">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Money amount={draft ? invoice.total : invoice.remaining} currency={invoice.currency} size="hero" />
        <p className="num whitespace-normal text-ink-2">
          {draft ? 'in total, not sent yet' : `remaining of ${money(invoice.total)}`}
          {parts.length > 0 && `, ${parts.join(', ')}`}
        </p>
      </div>
      {isSome(invoice.in_flight) && (
        <Note tone="info" title={`${money(invoice.in_flight)} payment pending`}>
          We reserve this amount until the payment clears.
        </Note>
      )}
      {seesPlan && invoice.state === 'open' && isSome(invoice.remaining) && (
        <PlannedCharge invoice={invoice} />
      )}
    </section>
  )
}
