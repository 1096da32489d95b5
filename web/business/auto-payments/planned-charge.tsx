import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { STOP_TEXTS } from './stop-texts.ts'

/** Announces the automatic payment of an open invoice: when, and with which method. */
export function PlannedCharge({ invoice }: { invoice: { pk: string } }) {
  const account = useAccount()
  const call = useCall()
  const { data } = useQuery({
    queryKey: [account.pk, 'invoice-plan', invoice.pk],
    queryFn: ({ signal }) =>
      call(
        contract.autoPayments.readPlannedCharge,
        { params: { account: account.pk, invoice: invoice.pk } },
        { signal },
      ),
  })
  if (data && data.stopped_by !== null)
    return (
      <Note tone="warning" title="No automatic payment">
        {STOP_TEXTS[data.stopped_by]}
      </Note>
    )
  if (!data?.planned) return null
  const { method_display, on, amount, currency } = data.planned
  return (
    <Note title={`We’ll charge ${method_display} on ${formatDate(on, account.date_format)}`}>
      {moneyText(amount, currency)}, automatically. We email the customer 3 days before.
    </Note>
  )
}
