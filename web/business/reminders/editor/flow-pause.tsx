import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { PauseNote } from '../../invoices/pause-note.tsx'
import type { FlowEditing } from './use-flow-editing.ts'

// Loaded when it opens: it brings the form library.
const PauseRemindersDialog = lazyWithRetry(
  () => import('../../invoices/pause-reminders-dialog.tsx'),
  'PauseRemindersDialog',
)

/** The pause of a flow with a button that ends it, and the dialog that pauses. Edits that are not saved stay. */
export function FlowPause({
  editing: { stored, refresh },
  readOnly,
  asked,
  onAnswered,
}: {
  editing: FlowEditing
  readOnly: boolean
  asked: boolean
  onAnswered: () => void
}) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const subject = { scope: 'flow', pk: stored.pk, name: stored.name } as const
  const changed = async () => {
    const { pause } = await call(contract.reminderFlows.read, { params: { account, flow: stored.pk } })
    // The revision stays the one that is edited, so that somebody else's change is still noticed.
    refresh({ ...stored, pause })
    for (const name of ['reminder-flows', 'reminders'])
      void queries.invalidateQueries({ queryKey: [account, name] })
  }
  return (
    <>
      {stored.pause && (
        <div className="px-4 md:px-6">
          <PauseNote
            subject={subject}
            pause={stored.pause}
            title="Nothing is sent while the flow is paused."
            may={!readOnly}
            onChanged={changed}
          />
        </div>
      )}
      <Suspense>
        {asked && <PauseRemindersDialog subject={subject} onClose={onAnswered} onPaused={changed} />}
      </Suspense>
    </>
  )
}
