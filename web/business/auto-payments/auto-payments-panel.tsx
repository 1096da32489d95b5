import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { ConfirmAction } from '../layout/confirm-action.tsx'
import { recordPath } from '../paths.ts'
import { STOP_TEXTS } from './stop-texts.ts'

type AutoPayments = z.output<typeof contract.autoPayments.readForCustomer.reply>

const ENDED: Record<AutoPayments['history'][number]['because'], string> = {
  customer: 'by the customer',
  staff: 'by your company',
  method_removed: 'because the method was removed',
  replaced: 'because another method took over',
  declined: 'after a decline',
}

/**
 * Shows whether a customer's automatic payments are on, since when, the next charge, and the action to turn
 * them off.
 */
export function AutoPaymentsPanel({ customer }: { customer: { pk: string; short_name: string } }) {
  const account = useAccount()
  const call = useCall()
  const auto = useQuery({
    queryKey: [account.pk, 'customer-auto-payments', customer.pk],
    queryFn: ({ signal }) =>
      call(
        contract.autoPayments.readForCustomer,
        { params: { account: account.pk, customer: customer.pk } },
        { signal },
      ),
  })
  return (
    <section className="grid gap-3 border-t border-line pt-5" aria-label="Automatic payments">
      <h2 className="font-semibold">Automatic payments</h2>
      {auto.error && <Note tone="error">{actionErrorText(auto.error)}</Note>}
      {auto.data && <CurrentConsent customer={customer} auto={auto.data} />}
    </section>
  )
}

function CurrentConsent({
  customer,
  auto,
}: {
  customer: { pk: string; short_name: string }
  auto: AutoPayments
}) {
  const account = useAccount()
  const mayTurnOff = useCan('auto_payments.disable')
  const [asking, setAsking] = useState(false)
  const date = (iso: string): string => formatDate(iso, account.date_format)
  const day = (instant: string): string => date(dayOf(instant, account.timezone))
  const [last] = auto.history
  if (!auto.on)
    return (
      <p className="text-ink-2">
        {last
          ? `Off since ${day(last.until)}, ${ENDED[last.because]}.`
          : 'Off. Customers turn them on when they pay, or in the portal.'}
      </p>
    )
  return (
    <>
      <p className="text-ink-2">
        {auto.method?.display} pays invoices on their due dates. On since{' '}
        {auto.since_on && date(auto.since_on)}.
      </p>
      {auto.stopped_by !== null && <Note tone="warning">{STOP_TEXTS[auto.stopped_by]}</Note>}
      {auto.planned.length > 0 && (
        <ul className="grid gap-1">
          {auto.planned.slice(0, 5).map(({ invoice, amount, currency, on }) => (
            <li key={invoice.pk} className="num flex flex-wrap justify-between gap-x-3">
              <Link href={recordPath('invoice', invoice.pk)} className="link-quiet">
                {invoice.number}
              </Link>
              <span>
                {moneyText(amount, currency)} on {date(on)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayTurnOff && (
        <Button className="justify-self-start" onClick={() => setAsking(true)}>
          Turn off automatic payments
        </Button>
      )}
      {asking && <TurnOff customer={customer} onClose={() => setAsking(false)} />}
    </>
  )
}

function TurnOff({
  customer,
  onClose,
}: {
  customer: { pk: string; short_name: string }
  onClose: () => void
}) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const turning = useSingleMutation({
    mutationFn: () =>
      call(contract.autoPayments.turnOffForCustomer, {
        params: { account: account.pk, customer: customer.pk },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === account.pk })
      toast({ title: 'Automatic payments are off', tone: 'success' })
      onClose()
    },
  })
  return (
    <ConfirmAction
      title="Turn off automatic payments?"
      label="Turn off automatic payments"
      action={turning}
      onClose={onClose}
    >
      <p>
        We’ll stop charging {customer.short_name} automatically and email them. Only they can turn it on
        again.
      </p>
    </ConfirmAction>
  )
}
