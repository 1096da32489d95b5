import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { ConflictDialog } from '../layout/conflict/conflict-dialog.tsx'
import { fieldErrorText } from '../layout/conflict/field-error-text.ts'
import { type ProposalParts, partsOf, planDifferences } from './plan-differences.ts'
import { type Plan, usePlanChanged } from './use-plans.ts'
import type { useProposal } from './use-proposal.ts'

/** Says who changed the proposal meanwhile and how, and offers to keep what was typed or to drop it. */
export function PlanConflict({
  plan,
  mine,
  proposal,
  onDiscard,
}: {
  plan: Plan
  mine: ProposalParts
  proposal: ReturnType<typeof useProposal>
  onDiscard: (() => void) | undefined
}) {
  const { date_format } = useAccount()
  const changed = usePlanChanged()
  const { conflict, saveMine, closeConflict } = proposal
  if (conflict === null) return null
  const { now, text } = conflict
  const versions = { read: partsOf(plan), now: partsOf(now), mine }
  return (
    <ConflictDialog
      what="proposal"
      text={text}
      changes={planDifferences(versions, plan.currency, (date) => formatDate(date, date_format))}
      problem={saveMine.error && fieldErrorText(saveMine.error)}
      busy={saveMine.isPending}
      canSave={now.can.update}
      onSaveMine={() => saveMine.mutate()}
      onDiscard={() => {
        onDiscard?.()
        void changed(now)
      }}
      onClose={closeConflict}
    />
  )
}
