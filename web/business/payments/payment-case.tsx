import { useQueryClient } from '@tanstack/react-query'
import { Check, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { paymentCase } from '../../../contract/payments/payment-cases.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { recordPath } from '../paths.ts'
import { failureNotice } from './failure-notice.ts'

export type PaymentCase = z.output<typeof paymentCase>

/** One case, with the actions to resolve it. */
export function CaseCard({ found, onPayment = false }: { found: PaymentCase; onPayment?: boolean }) {
  const account = useAccount()
  const maySettle = useCan('payments.post')
  const [closing, setClosing] = useState(false)
  const checking = useCheckAgain(found)
  const day = (instant: string): string => formatDate(dayOf(instant, account.timezone), account.date_format)
  return (
    <article
      aria-label={found.kind_display}
      className="grid gap-x-6 gap-y-3 px-4 py-4 md:px-6 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center"
    >
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-semibold">{found.kind_display}</h2>
          {found.closed_at && <Tag icon={<Check className="size-3.5" />}>Closed</Tag>}
        </div>
        <p className="text-pretty text-ink-2">{found.detail}</p>
        {found.closed_at && (
          <p className="text-pretty text-ink-2">{`Closed ${day(found.closed_at)}: ${found.note}`}</p>
        )}
        <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-13 text-ink-3">
          {found.payment && !onPayment && (
            <Link
              className="text-ink underline underline-offset-3"
              href={recordPath('payment', found.payment.pk)}
            >
              {found.payment.transaction_number}
            </Link>
          )}
          <time dateTime={found.opened_at}>{`Found ${day(found.opened_at)}`}</time>
          {found.gateway_id && <span className="break-all">{`At the processor: ${found.gateway_id}`}</span>}
        </p>
      </div>
      {maySettle && found.closed_at === null && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<RotateCw />} busy={checking.isPending} onClick={() => checking.mutate()}>
            Check again
          </Button>
          <Button size="sm" onClick={() => setClosing(true)}>
            Close case
          </Button>
        </div>
      )}
      {closing && <CloseDialog found={found} onClose={() => setClosing(false)} />}
    </article>
  )
}

function useCheckAgain(found: PaymentCase) {
  const account = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  return useSingleMutation({
    mutationFn: () =>
      call(contract.paymentCases.recheck, { params: { account: account.pk, case: found.pk }, body: {} }),
    onSuccess: async ({ closed_at: closedAt, detail }) => {
      toast(
        closedAt
          ? { title: 'Case closed', body: 'The difference is gone.', tone: 'success' }
          : { title: 'Still open', body: detail, tone: 'error' },
      )
      await queries.invalidateQueries({ queryKey: [account.pk] })
    },
    onError: (error) => toast(failureNotice('We couldn’t check the case', error)),
  })
}

/** Closing a case requires a note about the finding. */
function CloseDialog({ found, onClose }: { found: PaymentCase; onClose: () => void }) {
  const account = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const [note, setNote] = useState('')
  const closing = useSingleMutation({
    mutationFn: () =>
      call(contract.paymentCases.close, { params: { account: account.pk, case: found.pk }, body: { note } }),
    onSuccess: async () => {
      toast({ title: 'Case closed', body: found.kind_display, tone: 'success' })
      onClose()
      await queries.invalidateQueries({ queryKey: [account.pk] })
    },
  })
  const fields = closing.error instanceof ApiError ? closing.error.fields : {}
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={closing.isPending}
      title={`Close case: ${found.kind_display}`}
      footer={
        <DialogButtons
          onCancel={onClose}
          label="Close case"
          busy={closing.isPending}
          disabled={note.trim() === ''}
          onPress={() => closing.mutate()}
        />
      }
    >
      <div className="grid gap-4">
        {closing.error && !fields.note && <Note tone="error">{actionErrorText(closing.error)}</Note>}
        <p className="text-ink-2">{found.detail}</p>
        <TextArea
          label="What you found"
          hint="Saved with the case. We reopen it only if something changes."
          rows={3}
          maxLength={500}
          value={note}
          error={fields.note?.join(' ')}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
