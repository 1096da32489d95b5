import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount, usePlatformName } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { AskDialog } from '../../layout/ask-dialog.tsx'
import { useSyncStatus } from './use-sync-status.ts'

export type Conflict = ReplyOf<typeof contract.accounting.listConflicts>['results'][number]

/** Id of the list, which takes the focus when a decided conflict leaves it. */
export const CONFLICT_LIST = 'conflicts'
/** Label of the number of records beyond those that a conflict names. */
export const MORE = 'More'
/** Kinds that a move to other books opens. */
const OF_MOVE: readonly string[] = ['other_books', 'not_in_books']

/** Choices that nobody can take back, so the person is asked once more. */
const ASKED: readonly string[] = ['void', 'leave_out']
/** Choices after which the books are asked again. */
const POSTS: readonly string[] = ['try_again', 'post_again', 'as_credit']

/** Buttons by which a person decides a conflict. `others` is the number of conflicts that stay. */
export function ConflictChoices({ conflict, others }: { conflict: Conflict; others: number }) {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const [asking, setAsking] = useState<string | null>(null)
  const textAfter = useTextAfter(conflict, others)
  const decide = async (choice: string) => {
    const { closed, decision } = await call(contract.accounting.resolveConflict, {
      params: { account: pk, conflict: conflict.pk },
      body: { choice, version: conflict.version },
    }).catch(async (error) => {
      // The conflict as it is now is shown beside the refusal.
      await queries.invalidateQueries({ queryKey: [pk] })
      throw error
    })
    // The card goes away with the button that has the focus.
    document.getElementById(CONFLICT_LIST)?.focus({ preventScroll: true })
    await queries.invalidateQueries({ queryKey: [pk] })
    if (closed === null) toast({ title: 'Reading it again', tone: 'success' })
    else if (POSTS.includes(choice))
      toast({
        title: 'Posting again',
        body: 'If the books refuse it once more, it comes back here.',
        tone: 'success',
      })
    else toast({ title: `Decided: ${decision}`, body: textAfter, tone: 'success' })
  }
  const resolve = useSingleMutation({
    mutationFn: decide,
    onError: (error) =>
      toast({ title: 'We couldn’t save your decision', body: actionErrorText(error), tone: 'error' }),
  })
  return (
    <ul className="grid gap-2 border-t border-line pt-3">
      {conflict.choices.map(({ choice, label, effect }) => (
        <li key={choice} className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <Button
            disabled={resolve.isPending}
            onClick={() => (ASKED.includes(choice) ? setAsking(choice) : resolve.mutate(choice))}
          >
            {label}
          </Button>
          <span className="text-ink-2">{effect}</span>
        </li>
      ))}
      {asking === 'void' && (
        <VoidDialog conflict={conflict} work={() => decide('void')} onClose={() => setAsking(null)} />
      )}
      {asking === 'leave_out' && (
        <LeaveOutDialog
          conflict={conflict}
          work={() => decide('leave_out')}
          onClose={() => setAsking(null)}
        />
      )}
    </ul>
  )
}

/** Says what leaving out means, before it counts as entered there. */
function LeaveOutDialog({
  conflict: { choices },
  work,
  onClose,
}: {
  conflict: Conflict
  work: () => Promise<void>
  onClose: () => void
}) {
  const platform = usePlatformName() ?? 'your accounting platform'
  const effect = choices.find(({ choice }) => choice === 'leave_out')?.effect
  return (
    <AskDialog title="Leave it out?" confirmLabel="Leave it out" work={work} onClose={onClose}>
      {`${effect} It is not posted to ${platform} later.`}
    </AskDialog>
  )
}

/** Says what is voided, with numbers and amounts, before it is. */
function VoidDialog({
  conflict: { subject, ours, choices },
  work,
  onClose,
}: {
  conflict: Conflict
  work: () => Promise<void>
  onClose: () => void
}) {
  const isOne = ours.length === 1
  const noun = `${subject.type === 'credit_memo' ? 'credit memo' : 'invoice'}${isOne ? '' : 's'}`
  const named = ours.map(({ label, value }) => (label === MORE ? `${value} more` : `${label} (${value})`))
  const effect = choices.find(({ choice }) => choice === 'void')?.effect
  return (
    <AskDialog
      title={isOne ? `Void this ${noun}?` : `Void these ${noun}?`}
      confirmLabel={`Void ${noun}`}
      work={work}
      onClose={onClose}
    >
      {`${new Intl.ListFormat('en-US').format(named)}. ${effect} You can’t undo this.`}
    </AskDialog>
  )
}

/** Returns what comes after this decision. */
function useTextAfter({ kind }: Conflict, others: number): string {
  const platform = usePlatformName() ?? 'Your accounting platform'
  const { data } = useSyncStatus()
  if (OF_MOVE.includes(kind) && data?.undecided === 1)
    return `${platform} is read once more. If nothing else differs, reminders, late fees and automatic payments continue.`
  if (others <= 0) return 'Nothing else to decide.'
  return others === 1 ? '1 conflict is left.' : `${others} conflicts are left.`
}
