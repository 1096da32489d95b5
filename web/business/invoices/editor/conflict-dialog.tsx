import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { type Difference, draftDifferences } from './draft-differences.ts'
import { type DraftValues, draftOf } from './draft-values.ts'
import type { DraftSaving } from './use-draft-saving.ts'

/** Says who changed the invoice meanwhile and how, and offers to keep what was typed or to drop it. */
export function ConflictDialog({
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
  const changes = draftDifferences(versions, (date) => formatDate(date, date_format))
  return (
    <Dialog
      open
      onOpenChange={saving.closeConflict}
      title="This invoice has changed"
      size="md"
      locked={saving.busy}
      footer={
        <>
          <Button className="me-auto" disabled={saving.busy} onClick={onReload}>
            Discard mine
          </Button>
          <DialogButtons
            label="Save mine"
            cancelLabel="Keep editing"
            busy={saving.busy}
            disabled={!conflict.now.can.edit}
            onPress={saving.saveMine}
            onCancel={saving.closeConflict}
          />
        </>
      }
    >
      <div className="grid gap-3 text-ink-2">
        <p>{conflict.text}</p>
        {changes.length > 0 && (
          <ul aria-label="What changed" className="grid gap-3 border-y border-line py-3">
            {changes.map((one) => (
              <Change key={one.label} change={one} />
            ))}
          </ul>
        )}
        <p>
          {conflict.now.can.edit ? 'Saving yours keeps the other changes.' : 'It can’t be edited any more.'}
        </p>
      </div>
    </Dialog>
  )
}

function Change({ change: { label, before, now, mine } }: { change: Difference }) {
  return (
    <li className="grid gap-0.5 wrap-anywhere">
      <span className="text-12 font-medium text-ink-3">{label}</span>
      <span className="whitespace-pre-line">
        <del className="text-ink-3">{before || 'Nothing'}</del>
        {' → '}
        <ins className="font-medium text-ink no-underline">{now || 'Nothing'}</ins>
      </span>
      {mine !== null && <span className="whitespace-pre-line">Yours: {mine || 'nothing'}</span>}
    </li>
  )
}
