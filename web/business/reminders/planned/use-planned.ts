import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'

export type Upcoming = ReplyOf<typeof contract.reminders.listUpcoming>['results'][number]
export type ShownMessage = ReplyOf<typeof contract.reminders.showPlanned>

/** Text of a message as a person edits it. */
export interface MessageText {
  readonly subject: string
  readonly body: string
}

const nameOf = (row: Upcoming) => ({
  customer: row.customer.pk,
  step: row.step_id,
  invoices: row.invoices.map(({ pk, occurrence }) => ({ invoice: pk, occurrence })),
})

/** A message that was not sent yet, as it will read on its day, and what can be done with it. */
export function usePlanned(row: Upcoming, onDone: () => void) {
  const { pk } = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const params = { account: pk }
  const message = nameOf(row)
  // Apart from the lists, so that it is not asked for again after it was sent.
  const queryKey = [pk, 'planned-reminder', message]
  const changed = () => queries.invalidateQueries({ queryKey: [pk, 'reminders'] })
  const shown = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(contract.reminders.showPlanned, { params, body: message }, { signal }),
    retry: false,
  })
  const saveText = async (text: MessageText | null) => {
    const saved = await call(contract.reminders.changeText, { params, body: { ...message, text } })
    queries.setQueryData(queryKey, saved)
    return saved
  }
  const text = useSingleMutation({
    mutationFn: saveText,
    async onSuccess(_, changedText: MessageText | null) {
      toast({
        title: changedText === null ? 'The template’s text is used again' : 'Text saved for this message',
        tone: 'success',
      })
      await changed()
    },
  })
  const send = useSingleMutation({
    async mutationFn(unsaved: MessageText | null) {
      if (unsaved !== null) await saveText(unsaved)
      return call(contract.reminders.sendNow, { params, body: message })
    },
    onSuccess() {
      toast({ title: `“${row.step}” is on its way to ${row.customer.short_name}`, tone: 'success' })
      onDone()
      void changed()
    },
  })
  return { shown, text, send, skip: useSkip(row, onDone, changed), changed }
}

/** Skips a message, and offers to take it back. */
function useSkip(row: Upcoming, onDone: () => void, changed: () => Promise<void>) {
  const { pk } = useAccount()
  const call = useCall()
  const toast = useToast()
  const named = { params: { account: pk }, body: nameOf(row) }
  const putBack = async () => {
    try {
      await call(contract.reminders.putBack, named)
      await changed()
    } catch (error) {
      toast({ title: 'Failed to put the reminder back', body: actionErrorText(error), tone: 'error' })
    }
  }
  return useSingleMutation({
    mutationFn: () => call(contract.reminders.skip, named),
    onSuccess() {
      toast({
        title: `Skipped “${row.step}” to ${row.customer.short_name}`,
        tone: 'success',
        action: { label: 'Undo', onPress: putBack },
      })
      onDone()
      void changed()
    },
  })
}
