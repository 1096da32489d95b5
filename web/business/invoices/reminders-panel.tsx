import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pause } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { useAccount, useCan } from '../../session/account-context.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Note } from '../../ui/text/note.tsx'
import { DecisionTimeline } from './decision-timeline.tsx'
import { PauseNote } from './pause-note.tsx'
import type { PauseSubject } from './pause-reminders-dialog.tsx'

// Loaded when it opens: it brings the form library.
const PauseRemindersDialog = lazyWithRetry(
  () => import('./pause-reminders-dialog.tsx'),
  'PauseRemindersDialog',
)

interface Reminders {
  readonly results: ComponentProps<typeof DecisionTimeline>['decisions']
  readonly pause: ComponentProps<typeof PauseNote>['pause'] | null
}

export const remindersKey = (account: string, { scope, pk }: Pick<PauseSubject, 'scope' | 'pk'>) => [
  account,
  'reminders',
  scope,
  pk,
]

/** Decisions about the reminders of an invoice or a customer, and their pause. */
export function RemindersPanel({
  subject,
  load,
  canBePaused,
  showsHistory = true,
}: {
  subject: PauseSubject
  load: (signal: AbortSignal) => Promise<Reminders>
  canBePaused: boolean
  /** False where the decisions are in the page's own time line. */
  showsHistory?: boolean
}) {
  const account = useAccount()
  const may = useCan('reminders.write')
  const [asked, setAsked] = useState(false)
  const reminders = useQuery({
    queryKey: remindersKey(account.pk, subject),
    queryFn: ({ signal }) => load(signal),
  })
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: [account.pk, 'reminders'] })
  const { pause = null, results = [] } = reminders.data ?? {}
  const mayPause = may && canBePaused
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
      {reminders.data && pause === null && (results.length === 0 || !showsHistory) && (
        <p className="text-ink-2">{showsHistory ? 'No reminders yet.' : 'Not paused.'}</p>
      )}
      {showsHistory && <DecisionTimeline decisions={results} />}
      <Suspense>
        {asked && (
          <PauseRemindersDialog subject={subject} onClose={() => setAsked(false)} onPaused={changed} />
        )}
      </Suspense>
    </section>
  )
}
