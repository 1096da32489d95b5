import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Combobox } from '../../ui/combobox/combobox.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { type CustomerOption, loadCustomers } from '../customer-options.ts'
import { recordPath } from '../paths.ts'
import { openInvoicesText } from './customer-text.ts'

type Preview = ReplyOf<typeof contract.customerMerges.preview>

/** Chooses which customer this one duplicates, shows what merging does, and merges. */
export function MergeDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const [into, setInto] = useState<CustomerOption | null>(null)
  const preview = useQuery({
    // Not among the account's own: reading it again after the merge would be refused.
    queryKey: ['merge-preview', account, customer.pk, into?.id],
    enabled: into !== null,
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) =>
      call(
        contract.customerMerges.preview,
        { params: { account, customer: customer.pk }, body: { into: into!.id } },
        { signal },
      ),
  })
  const merge = useMerge(customer, onClose)
  const load = loadCustomers(call, account, { activeOnly: false })
  const failure = merge.error ?? preview.error
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={merge.isPending}
      title={`Merge ${customer.short_name}`}
      description="For a customer entered twice. You can undo it."
      footer={
        <DialogButtons
          onCancel={onClose}
          label={into === null ? 'Merge' : `Merge into ${into.label}`}
          busy={merge.isPending}
          disabled={!preview.data || preview.isFetching}
          onPress={() => into && merge.mutate(into.id)}
        />
      }
    >
      <div className="grid gap-4">
        <Combobox
          label="The customer that stays"
          value={into}
          onChange={setInto}
          load={async (typed, signal) => (await load(typed, signal)).filter(({ id }) => id !== customer.pk)}
        />
        {failure && <Note tone="error">{actionErrorText(failure)}</Note>}
        {into !== null && preview.isLoading && <Skeleton className="h-24" />}
        {preview.data && <Effect preview={preview.data} />}
      </div>
    </Dialog>
  )
}

function Effect({ preview }: { preview: Preview }) {
  const { from, into, emails, fields, open_invoices_count: open, balance, currency } = preview
  return (
    <ul className="grid list-disc gap-1.5 ps-5" aria-label="What happens">
      <li>New invoices, notes and everything else belong to {into.short_name}.</li>
      {emails.length > 0 && (
        <li>
          {into.short_name} also gets {emails.join(', ')}.
        </li>
      )}
      {fields.length > 0 && (
        <li>
          From {from.short_name} it takes what it lacks: {fields.join(', ').toLowerCase()}.
        </li>
      )}
      {open > 0 ? (
        <li>
          {openInvoicesText(open)} ({moneyText(balance, currency)}) and everything that was booked stay with{' '}
          {from.short_name}, so that statements and the books don’t change. The page of {into.short_name}{' '}
          counts and lists them, and reminders go to its addresses.
        </li>
      ) : (
        <li>{from.short_name} becomes inactive. What was booked there stays.</li>
      )}
      <li>People who log in for {from.short_name} see both in the portal.</li>
    </ul>
  )
}

/** Names what the messages of a merge are about, so that the one with Undo goes once the merge is undone anywhere on the page. */
const mergeOf = ({ pk }: { readonly pk: string }): string => `merge of ${pk}`

function useMerge(customer: CustomerDetail, onClose: () => void) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const navigate = useNavigateTo()
  const undo = useUndoMerge(customer)
  return useSingleMutation({
    mutationFn: (into: string) =>
      call(contract.customerMerges.merge, { params: { account, customer: customer.pk }, body: { into } }),
    async onSuccess(stays) {
      await queries.invalidateQueries({ queryKey: [account] })
      onClose()
      navigate(recordPath('customer', stays.pk))
      toast({
        title: `${customer.short_name} is merged into ${stays.short_name}`,
        tone: 'success',
        about: mergeOf(customer),
        action: { label: 'Undo', onPress: () => undo.mutate(undefined) },
      })
    },
  })
}

/** Takes the merge of a customer back. */
export function useUndoMerge(customer: { readonly pk: string; readonly short_name: string }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  return useSingleMutation({
    mutationFn: (_: undefined) =>
      call(contract.customerMerges.undo, { params: { account, customer: customer.pk }, body: {} }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: [account] })
      toast({
        title: `${customer.short_name} is a customer of its own again`,
        about: mergeOf(customer),
        tone: 'success',
      })
    },
    onError: (error) =>
      toast({ title: 'We couldn’t undo the merge', body: actionErrorText(error), tone: 'error' }),
  })
}
