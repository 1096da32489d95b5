import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { ConfirmAction } from '../layout/confirm-action.tsx'
import { isCharged, numbersText } from './plan-words.ts'
import { type Plan, usePlanChanged } from './use-plans.ts'

/** Withdraws a proposal, or cancels a plan. Says what is due afterwards. */
export function CancelDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const changed = usePlanChanged()
  const [reason, setReason] = useState('')
  const isProposal = plan.state === 'proposed'
  const done = isProposal ? 'Proposal withdrawn' : 'Payment plan canceled'
  const canceling = useSingleMutation({
    mutationFn: () =>
      call(contract.paymentPlans.cancel, {
        params: { account: account.pk, plan: plan.pk },
        body: { reason: reason.trim() },
      }),
    onSuccess: async (after) => {
      toast({ title: done, tone: 'success' })
      onClose()
      await changed(after)
    },
  })
  return (
    <ConfirmAction
      title={isProposal ? 'Withdraw the proposal' : 'Cancel the payment plan'}
      label={isProposal ? 'Withdraw proposal' : 'Cancel plan'}
      action={canceling}
      onClose={onClose}
    >
      <p>
        {isProposal
          ? 'Links to it stop working, and the customer can’t confirm it any more.'
          : `The ${moneyText(plan.remaining, plan.currency)} that remain are due as ${numbersText(plan.invoices)} say. Reminders and late fees go on. Payments that were made stay.`}
      </p>
      {!isProposal && isCharged(plan.fee, plan.currency) && (
        <p>
          The plan’s fee of {moneyText(plan.fee, plan.currency)} stays owed. You can waive it under Late fees.
        </p>
      )}
      <TextField
        label="Reason"
        optional
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmAction>
  )
}
