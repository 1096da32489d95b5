import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pause, Send, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { REASON_TEXTS } from '../../../domain/reminders/reason-texts.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import type { Tone } from '../../ui/text/tag.tsx'
import { Timeline } from '../../ui/text/timeline.tsx'
import type { Invoice } from './invoice-look.ts'
import { PauseRemindersDialog } from './pause-reminders-dialog.tsx'

type Decision = ReplyOf<typeof contract.reminders.listDecisions>['results'][number]

const LOOKS: Readonly<Record<Decision['outcome'], readonly [ReactNode, Tone]>> = {
  sent: [<Send key="i" />, 'open'],
  held: [<Pause key="i" />, 'soon'],
  skipped: [<X key="i" />, 'quiet'],
}

/** Decisions about the invoice’s reminders, and their pause. Absent for drafts. */
export function InvoiceReminders({ invoice }: { invoice: Invoice }) {
  const account = useAccount()
  const call = useCall()
  const may = useCan('reminders.write')
  const [asked, setAsked] = useState(false)
  const queryKey = [account.pk, 'reminders', 'invoice', invoice.pk]
  const reminders = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(
        contract.reminders.listDecisions,
        { params: { account: account.pk, invoice: invoice.pk } },
        { signal },
      ),
  })
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: [account.pk, 'reminders'] })
  const day = (date: string) => formatDate(date, account.date_format)
  const { pause = null, results = [] } = reminders.data ?? {}
  const mayPause = may && invoice.state === 'open'
  return (
    <section aria-label="Reminders" className="min-w-0 border-t border-line pt-5">
      <div className="mb-3 flex items-center justify-between gap-2">
        <h2 className="font-semibold">Reminders</h2>
        {mayPause && reminders.data && pause === null && (
          <Button size="sm" icon={<Pause />} onClick={() => setAsked(true)}>
            Pause…
          </Button>
        )}
      </div>
      {reminders.error && (
        <Note tone="error" onRetry={reminders.refetch} retrying={reminders.isFetching}>
          {reminders.error.message}
        </Note>
      )}
      {pause !== null && (
        <PauseNote
          invoice={invoice}
          until={pause.until}
          note={pause.note}
          may={mayPause}
          onChanged={changed}
        />
      )}
      {reminders.data && results.length === 0 && pause === null && (
        <p className="text-ink-2">No reminder was due yet.</p>
      )}
      <Timeline
        items={results.map((one) => ({
          id: one.pk,
          icon: LOOKS[one.outcome][0],
          tone: LOOKS[one.outcome][1],
          title: titleOf(one),
          ...(one.reason !== null && {
            detail: `${REASON_TEXTS[one.reason]}${one.held_until === null ? '' : `, until ${day(one.held_until)}`}`,
          }),
          time: day(one.decided_on),
          dateTime: one.decided_at,
        }))}
      />
      {asked && <PauseRemindersDialog invoice={invoice} onClose={() => setAsked(false)} onPaused={changed} />}
    </section>
  )
}

const OUTCOMES = { sent: 'sent', held: 'held', skipped: 'not sent' } as const

const titleOf = (one: Decision): string =>
  `${one.step}${one.occurrence > 0 ? ` (repeat ${one.occurrence})` : ''}: ${OUTCOMES[one.outcome]}`

function PauseNote({
  invoice,
  until,
  note,
  may,
  onChanged,
}: {
  invoice: Invoice
  until: string | null
  note: string
  may: boolean
  onChanged: () => Promise<void>
}) {
  const account = useAccount()
  const call = useCall()
  const [busy, setBusy] = useState(false)
  const resume = async () => {
    setBusy(true)
    try {
      await call(contract.reminders.resume, {
        params: { account: account.pk, scope: 'invoice', subject: invoice.pk },
      })
      await onChanged()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Note
      className="mb-4"
      title={until === null ? 'Paused' : `Paused until ${formatDate(until, account.date_format)}`}
      {...(may && { onRetry: resume, retryLabel: 'Resume', retrying: busy })}
    >
      {note}
    </Note>
  )
}
