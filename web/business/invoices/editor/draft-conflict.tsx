import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import { ConflictDialog } from '../../layout/conflict/conflict-dialog.tsx'
import { draftDifferences } from './draft-differences.ts'
import { type DraftValues, draftOf } from './draft-values.ts'
import type { DraftSaving } from './use-draft-saving.ts'

/** Says who changed the invoice meanwhile and how, and offers to keep what was typed or to drop it. */
export function DraftConflict({
  saving,
  mine,
  onReload,
}: {
  saving: DraftSaving
  mine: DraftValues
  onReload: () => void
}) {
  const { date_format } = useAccount()
  const { conflict, stored } = saving
  if (conflict === null || stored === null) return null
  const versions = { read: draftOf(stored), now: draftOf(conflict.now), mine }
  return (
    <ConflictDialog
      what="invoice"
      text={conflict.text}
      changes={draftDifferences(versions, (date) => formatDate(date, date_format))}
      busy={saving.busy}
      canSave={conflict.now.can.edit}
      onSaveMine={saving.saveMine}
      onDiscard={onReload}
      onClose={saving.closeConflict}
    />
  )
}
