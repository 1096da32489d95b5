import { useGroups } from '../../customers/groups/use-groups.ts'
import { ConflictDialog } from '../../layout/conflict/conflict-dialog.tsx'
import { compareTexts } from '../../layout/conflict/differences.ts'
import { useMembers } from '../../worklist/use-members.ts'
import { valuesOf } from '../editor/flow-values.ts'
import type { FlowEditing } from '../editor/use-flow-editing.ts'
import { useTemplates } from '../templates/use-templates.ts'
import { flowDifferences, standingText } from './flow-differences.ts'

/** Says who changed the flow meanwhile and how, and offers to keep what was typed or to drop it. */
export function FlowConflict({ editing }: { editing: FlowEditing }) {
  const { theirs, stored, values } = editing
  const groups = useGroups().data?.results ?? []
  const templates = useTemplates().data?.results ?? []
  const members = useMembers().data?.results ?? []
  if (theirs === null) return null
  const { now: flow, text } = theirs
  const read = standingText(stored)
  const versions = { read: valuesOf(stored), now: valuesOf(flow), mine: values }
  return (
    <ConflictDialog
      what="flow"
      text={text}
      changes={[
        ...compareTexts('What customers get', { read, now: standingText(flow), mine: read }),
        ...flowDifferences(versions, { groups: [...groups, ...flow.groups], templates, members }),
      ]}
      busy={editing.busy}
      canSave
      onSaveMine={() => void editing.saveMine()}
      onDiscard={editing.loadTheirs}
      onClose={editing.closeConflict}
    />
  )
}
