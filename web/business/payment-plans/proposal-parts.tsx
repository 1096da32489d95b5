import { Button } from '../../ui/layout/button.tsx'
import { LeaveGuard } from '../layout/leave-guard.tsx'
import type { Draft } from './schedule-values.ts'

/** All that a person enters, which outlasts a session that ends meanwhile. */
interface TypedProposal {
  readonly draft: Draft
  readonly message: string
  readonly fee: string
  readonly email: boolean
  readonly invoices: readonly string[]
}

/** Sends the form. `label` is null while the proposal is not complete. */
export const ProposeButton = ({
  busy,
  label,
  isEmpty,
}: {
  busy: boolean
  label: string | null
  isEmpty: boolean
}) => (
  <div className="flex flex-wrap items-center gap-3">
    <Button type="submit" variant="primary" busy={busy} disabled={label === null}>
      {label ?? 'Propose'}
    </Button>
    {isEmpty && <span className="text-ink-3">Choose at least one invoice.</span>}
  </div>
)

/** Keeps what is typed when the session ends, and asks before it is left. */
export const KeptProposal = ({
  atRisk,
  typed,
  onRestore,
}: {
  atRisk: () => boolean
  typed: TypedProposal
  onRestore: (typed: TypedProposal) => void
}) => (
  <LeaveGuard
    atRisk={atRisk}
    values={{ read: () => typed, restore: onRestore }}
    text="The payment plan is not proposed yet. What you entered is lost when you leave."
  />
)
