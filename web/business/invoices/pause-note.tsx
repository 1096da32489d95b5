import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useCall } from '../../session/session-context.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import type { PauseSubject } from './pause-reminders-dialog.tsx'

/** Tells that reminders are paused, and ends the pause for those who may. */
export function PauseNote({
  subject,
  pause: { until, note },
  title = null,
  may,
  onChanged,
}: {
  subject: PauseSubject
  pause: { readonly until: string | null; readonly note: string }
  /** By default the day until which it is paused. */
  title?: string | null
  may: boolean
  onChanged: () => Promise<void>
}) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const resume = async () => {
    setBusy(true)
    try {
      await call(contract.reminders.resume, {
        params: { account: account.pk, scope: subject.scope, subject: subject.pk },
      })
      await onChanged()
    } catch (error) {
      toast({ title: 'Failed to resume reminders', body: actionErrorText(error), tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Note
      className="mb-4"
      title={title ?? (until === null ? 'Paused' : `Paused until ${formatDate(until, account.date_format)}`)}
      {...(may && { onRetry: resume, retryLabel: 'Resume', retrying: busy })}
    >
      {note}
    </Note>
  )
}
