import { Button } from '../../../ui/layout/button.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { KeptPage, LeaveGuard } from '../../layout/leave-guard.tsx'

export const UNSAVED_SETTINGS = 'You have unsaved changes.'

/**
 * Footer of a settings form. Asks before unsaved changes are lost; in the set-up it leads to the next step.
 */
export function SaveBar({
  dirty,
  busy,
  onReset,
  next,
}: {
  dirty: boolean
  busy: boolean
  onReset: () => void
  /** Address of the next step of the set-up. */
  next?: string | undefined
}) {
  if (next !== undefined) {
    return (
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-between">
        <ButtonLink href={next} variant="bare" size="lg">
          Skip for now
        </ButtonLink>
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          Save and continue
        </Button>
        <KeptPage atRisk={() => dirty} />
      </div>
    )
  }
  return (
    <div className="sticky bottom-0 -mt-px flex gap-2 border-t border-line bg-surface px-4 py-3 md:px-6">
      <Button type="submit" variant="primary" busy={busy} disabled={!dirty && !busy}>
        Save changes
      </Button>
      {dirty && !busy && (
        <Button variant="bare" onClick={onReset}>
          Discard
        </Button>
      )}
      <LeaveGuard atRisk={() => dirty} text={UNSAVED_SETTINGS} />
    </div>
  )
}
