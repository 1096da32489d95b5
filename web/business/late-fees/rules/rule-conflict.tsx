import { ConflictDialog } from '../../layout/conflict/conflict-dialog.tsx'
import { ruleDifferences } from './rule-differences.ts'
import type { useSavedRule } from './use-saved-rule.ts'

/** Says who changed the rule meanwhile and how, and offers to keep what was typed or to drop it. */
export function RuleConflict({ saving }: { saving: ReturnType<typeof useSavedRule> }) {
  const { conflict } = saving
  if (conflict === null) return null
  return (
    <ConflictDialog
      what="rule"
      text={conflict.text}
      changes={ruleDifferences(conflict.versions)}
      problem={saving.problem}
      busy={saving.busy}
      canSave
      onSaveMine={saving.saveMine}
      onDiscard={saving.discardMine}
      onClose={saving.closeConflict}
    />
  )
}
