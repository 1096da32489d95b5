import { cx } from '../../../ui/cx.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { Note } from '../../../ui/text/note.tsx'
import type { Difference } from './differences.ts'

/** Says who changed a record meanwhile and how, and offers to keep what was typed or to drop it. */
export function ConflictDialog({
  what,
  text,
  changes,
  problem = null,
  busy,
  canSave,
  onSaveMine,
  onDiscard,
  onClose,
}: {
  /** 'invoice' */
  what: string
  /** The server's words: who it was, and when. */
  text: string
  changes: readonly Difference[]
  /** Why what was typed could not be saved. */
  problem?: string | null
  busy: boolean
  /** False when nobody can change the record any more. */
  canSave: boolean
  onSaveMine: () => void
  onDiscard: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`This ${what} has changed`}
      size="md"
      locked={busy}
      footer={
        <>
          <Button className="me-auto" disabled={busy} onClick={onDiscard}>
            Discard mine
          </Button>
          <DialogButtons
            label="Save mine"
            cancelLabel="Keep editing"
            busy={busy}
            disabled={!canSave}
            onPress={onSaveMine}
            onCancel={onClose}
          />
        </>
      }
    >
      <div className="grid gap-3 text-ink-2">
        {problem && <Note tone="error">{problem}</Note>}
        <p>{text}</p>
        {changes.length > 0 && (
          <ul aria-label="What changed" className="grid gap-3 border-y border-line py-3">
            {changes.map((one) => (
              <Change key={one.label} change={one} />
            ))}
          </ul>
        )}
        <p>{canSave ? 'Saving yours keeps the other changes.' : 'It can’t be edited any more.'}</p>
      </div>
    </Dialog>
  )
}

function Change({ change: { label, before, now, mine } }: { change: Difference }) {
  // Several lines stand below one another, such as those of a schedule.
  const isLong = [before, now, mine ?? ''].some((text) => text.includes('\n'))
  const block = isLong && 'block'
  return (
    <li className="grid gap-0.5 wrap-anywhere">
      <span className="text-12 font-medium text-ink-3">{label}</span>
      <span className="whitespace-pre-line">
        <del className={cx('text-ink-3', block)}>{before || 'Nothing'}</del>
        {isLong ? ' ' : ' → '}
        <ins className={cx('font-medium text-ink no-underline', block)}>{now || 'Nothing'}</ins>
      </span>
      {mine !== null && (
        <span className="whitespace-pre-line">
          Yours: <span className={cx(block)}>{mine || 'nothing'}</span>
        </span>
      )}
    </li>
  )
}
