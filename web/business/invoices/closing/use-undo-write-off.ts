import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import type { Invoice } from '../invoice-look.ts'
import { useInvoiceChanged } from '../invoice-query.ts'

/** Undoes the write-off of an invoice and reports what is owed again. */
export function useUndoWriteOff(
  { pk, number }: Pick<Invoice, 'pk' | 'number'>,
  { onDone, onError }: { onDone?: () => void; onError?: (error: Error) => void } = {},
) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const changed = useInvoiceChanged()
  return useSingleMutation({
    mutationFn: () =>
      call(contract.invoices.undoWriteOff, { params: { account: account.pk, invoice: pk }, body: {} }),
    onSuccess: async (opened) => {
      toast({
        title: 'Write-off undone',
        body: `${opened.customer.short_name} owes ${moneyText(opened.remaining, opened.currency)} on ${number}.`,
        tone: 'success',
      })
      onDone?.()
      await changed(opened)
    },
    ...(onError && { onError }),
  })
}
