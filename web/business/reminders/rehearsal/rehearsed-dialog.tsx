import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect } from 'react'
import { contract } from '../../../../contract/index.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { hourText } from '../../../ui/text/hour-text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { MailFrame } from '../preview/mail-frame.tsx'
import type { RehearsedRow } from './use-rehearsal.ts'

/** One message of a rehearsal as it would have been read; J and K read the others of the page. */
export function RehearsedDialog({
  flowId,
  rows,
  at,
  onMove,
  onClose,
}: {
  flowId: string
  rows: readonly RehearsedRow[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
}) {
  const account = useAccount()
  const call = useCall()
  const row = rows[at]!
  const isLast = at === rows.length - 1
  const mail = useQuery({
    queryKey: [account.pk, 'reminder-rehearsal', flowId, 'message', row.pk],
    queryFn: ({ signal }) =>
      call(
        contract.reminderRehearsals.show,
        { params: { account: account.pk, flow: flowId, message: row.pk } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  })
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      if (event.key === 'j' && !isLast) onMove(at + 1)
      if (event.key === 'k' && at > 0) onMove(at - 1)
    }
    document.addEventListener('keydown', move)
    return () => document.removeEventListener('keydown', move)
  }, [at, isLast, onMove])
  const day = (date: string) => formatDate(date, account.date_format)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      side="end"
      size="md"
      readFirst
      title={`${row.step} to ${row.customer.short_name}`}
      description={`${day(row.day)}, ${hourText(row.hour)}${row.scheduled_on < row.day ? `. Waited since ${day(row.scheduled_on)}` : ''}`}
      footer={
        <>
          <Button
            icon={<ChevronUp />}
            aria-keyshortcuts="k"
            disabled={at === 0}
            onClick={() => onMove(at - 1)}
          >
            Previous
          </Button>
          <Button
            icon={<ChevronDown />}
            aria-keyshortcuts="j"
            disabled={isLast}
            onClick={() => onMove(at + 1)}
          >
            Next
          </Button>
        </>
      }
    >
      {mail.error && <Note tone="error">{actionErrorText(mail.error)}</Note>}
      {!mail.data && !mail.error && <Skeleton className="h-96" />}
      {mail.data && (
        <article aria-label="Email" className="overflow-hidden rounded-10 border border-line shadow-low">
          <p className="border-b border-line px-3.5 py-2.5 break-words">
            <span className="text-ink-3">Subject</span> <b className="font-semibold">{mail.data.subject}</b>
          </p>
          <MailFrame html={mail.data.html} />
        </article>
      )}
    </Dialog>
  )
}
