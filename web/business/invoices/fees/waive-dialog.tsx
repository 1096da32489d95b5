import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { ApiError } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { ConfirmAction } from '../../layout/confirm-action.tsx'

/** A late fee, or the fee of a payment plan, as the list of fees and an invoice show it. */
interface FeeToWaive {
  readonly pk: string
  readonly amount: string
  readonly currency: string
  readonly invoice: { readonly number: string }
  readonly customer: { readonly short_name: string }
  /** Null for a late fee. */
  readonly payment_plan: unknown
}

interface Props {
  readonly fees: readonly FeeToWaive[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Waives fees with a reason, and says which ones stay. */
export function WaiveDialog({ fees, onClose, onDone }: Props) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [first] = fees
  const noun = fees.some(({ payment_plan }) => payment_plan !== null) ? 'fee' : 'late fee'
  const title =
    fees.length === 1 ? `Waive the ${noun} of ${first!.invoice.number}` : `Waive ${fees.length} ${noun}s`
  const waiving = useSingleMutation({
    mutationFn: () =>
      call(contract.lateFees.waive, {
        params: { account: account.pk },
        body: { fees: fees.map(({ pk }) => pk), reason },
      }),
    onSuccess: async ({ waived, kept }) => {
      const [why] = kept
      const undo = async () => {
        const { undoWaivers } = await import('./undo-waivers.ts')
        toast(
          await undoWaivers(
            call,
            account.pk,
            waived.map(({ pk }) => pk),
          ),
        )
        await queries.invalidateQueries({ queryKey: [account.pk] })
      }
      toast({
        title:
          waived.length === 1
            ? `${noun === 'fee' ? 'Fee' : 'Late fee'} waived`
            : `${waived.length} ${noun}s waived`,
        body: why ? `${kept.length} stay: ${why.detail}` : undefined,
        tone: why ? 'info' : 'success',
        ...(waived.length > 0 && { action: { label: 'Undo', onPress: undo } }),
      })
      onDone()
      onClose()
      await queries.invalidateQueries({ queryKey: [account.pk] })
    },
  })
  const label =
    fees.length === 1 ? `Waive ${moneyText(first!.amount, first!.currency)}` : `Waive ${fees.length} ${noun}s`
  return (
    <ConfirmAction title={title} label={label} action={waiving} onClose={onClose}>
      <p>
        {fees.length === 1
          ? `${first!.customer.short_name} no longer owes ${moneyText(first!.amount, first!.currency)} on ${first!.invoice.number}.`
          : 'Customers no longer owe these fees.'}{' '}
        What was paid already stays: refund or credit it instead.
      </p>
      <TextField
        label="Reason"
        hint="Kept with the fee."
        maxLength={300}
        value={reason}
        error={waiving.error instanceof ApiError ? waiving.error.fields.reason?.join(' ') : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmAction>
  )
}
