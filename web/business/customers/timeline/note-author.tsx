import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { type Notes, notesKey } from './use-notes.ts'

/** The author of a note, who may delete it. */
export function NoteAuthor({ customer, note }: { customer: string; note: Notes['notes'][number] }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const restore = useSingleMutation({
    // Nobody is notified again.
    mutationFn: (_: undefined) =>
      call(contract.customerNotes.write, {
        params: { account, customer },
        body: { text: note.text, mentions: [] },
      }),
    onSuccess: (all) => queries.setQueryData(notesKey(account, customer), all),
    onError: (error) =>
      toast({ title: 'We couldn’t put it back', body: actionErrorText(error), tone: 'error' }),
  })
  const remove = useSingleMutation({
    mutationFn: (_: undefined) =>
      call(contract.customerNotes.remove, { params: { account, customer, note: note.pk } }),
    onSuccess: (left) => {
      queries.setQueryData(notesKey(account, customer), left)
      toast({
        title: 'Note deleted',
        tone: 'success',
        action: { label: 'Undo', onPress: () => restore.mutate(undefined) },
      })
    },
    onError: (error) =>
      toast({ title: 'We couldn’t delete it', body: actionErrorText(error), tone: 'error' }),
  })
  return (
    <span className="flex items-start justify-between gap-2">
      <span className="min-w-0 wrap-anywhere">Note by {note.author}</span>
      {note.own && (
        <IconButton
          size="sm"
          className="-my-1"
          label="Delete this note"
          icon={<Trash2 />}
          busy={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        />
      )}
    </span>
  )
}
