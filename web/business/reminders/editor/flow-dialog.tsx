import { useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import type { Flow } from '../flows/use-flows.ts'
import { bodyOf, valuesOf } from './flow-values.ts'
import type { FlowEditing } from './use-flow-editing.ts'

export type FlowAction = 'publish' | 'turn-off' | 'discard' | 'delete'

interface ActionWords {
  readonly title: string
  readonly label: string
  readonly effect: readonly string[]
  readonly done: string
  readonly danger: boolean
}

/** Asks before an action on the whole flow, and says what will happen. */
export function FlowDialog({
  action,
  editing,
  onClose,
  onDeleted,
}: {
  action: FlowAction
  editing: FlowEditing
  onClose: () => void
  onDeleted: () => void
}) {
  const { stored } = editing
  const queries = useQueryClient()
  const toast = useToast()
  const { pk } = useAccount()
  const send = useSending(action, stored)
  const words = wordsOf(action, stored)
  const acting = useSingleMutation({
    mutationFn: send,
    async onSuccess(flow) {
      toast({ title: words.done, body: stored.name, tone: 'success' })
      onClose()
      if (flow) return action === 'discard' ? editing.acceptDiscarded(flow) : editing.accept(flow)
      onDeleted()
      // Not all queries of the account: the page would read the deleted flow again.
      for (const name of ['reminder-flows', 'reminder-templates'])
        await queries.invalidateQueries({ queryKey: [pk, name] })
    },
    async onError(error) {
      if (await editing.findConflict(error)) onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={words.title}
      confirmLabel={words.label}
      danger={words.danger}
      busy={acting.isPending}
      onConfirm={() => acting.mutate()}
    >
      {acting.error && <Note tone="error">{actionErrorText(acting.error)}</Note>}
      {words.effect.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmDialog>
  )
}

/** Returns the call of an action. It resolves to the changed flow, or null for one that was deleted. */
function useSending(action: FlowAction, stored: Flow): () => Promise<Flow | null> {
  const { pk: account } = useAccount()
  const call = useCall()
  const params = { account, flow: stored.pk }
  const body = { revision: stored.revision }
  return async () => {
    if (action === 'publish') return call(contract.reminderFlows.publish, { params, body })
    if (action === 'turn-off') return call(contract.reminderFlows.turnOff, { params, body })
    if (action === 'discard')
      return call(contract.reminderFlows.update, {
        params,
        body: { ...bodyOf(valuesOf(stored), stored), draft: null },
      })
    await call(contract.reminderFlows.remove, { params })
    return null
  }
}

function wordsOf(action: FlowAction, flow: Flow): ActionWords {
  if (action === 'publish') return publishWords(flow)
  const { name } = flow
  if (action === 'turn-off')
    return {
      title: `Switch off ${name}?`,
      label: 'Switch off',
      effect: ['Its customers get no reminders until you switch it on again.', 'Its steps stay as they are.'],
      done: 'Flow switched off',
      danger: true,
    }
  if (action === 'discard')
    return {
      title: 'Discard the draft?',
      label: 'Discard draft',
      effect: [
        `The steps return to version ${flow.live?.version}.`,
        'Undo brings the draft back until you leave this page.',
      ],
      done: 'Draft discarded',
      danger: true,
    }
  return {
    title: `Delete ${name}?`,
    label: 'Delete flow',
    effect: ['Its steps are deleted. Emails that it sent stay in the history.'],
    done: 'Flow deleted',
    danger: true,
  }
}

function publishWords({ name, live, draft, is_on }: Flow): ActionWords {
  const nothingEarlier = 'Nothing is sent for days before today.'
  if (is_on && live !== null)
    return {
      title: `Publish version ${live.version + 1} of ${name}?`,
      label: 'Publish',
      effect: [
        `It replaces version ${live.version} from now on. No step is sent twice.`,
        'Nothing is sent for days before the flow was on.',
      ],
      done: 'Flow published',
      danger: false,
    }
  return {
    title: draft === null ? `Switch on ${name}?` : `Publish ${name}?`,
    label: draft === null ? 'Switch on' : 'Publish',
    effect: [`It reminds customers of invoices that reach a step from today on. ${nothingEarlier}`],
    done: draft === null ? 'Flow switched on' : 'Flow published',
    danger: false,
  }
}
