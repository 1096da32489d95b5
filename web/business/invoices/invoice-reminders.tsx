import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pause } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import { DecisionTimeline } from './decision-timeline.tsx'
import type { Invoice } from './invoice-look.ts'
import { PauseNote } from './pause-note.tsx'
import { PauseRemindersDialog } from './pause-reminders-dialog.tsx'

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
  const { pause = null, results = [] } = reminders.data ?? {}
  const subject = { scope: 'invoice', pk: invoice.pk, name: invoice.number } as const
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
      {pause !== null && <PauseNote subject={subject} pause={pause} may={mayPause} onChanged={changed} />}
      {reminders.data && results.length === 0 && pause === null && (
        <p className="text-ink-2">No reminder was due yet.</p>
      )}
      <DecisionTimeline decisions={results} />
      {asked && <PauseRemindersDialog subject={subject} onClose={() => setAsked(false)} onPaused={changed} />}
    </section>
  )
}
