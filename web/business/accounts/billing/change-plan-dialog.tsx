import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useAction } from '../../../session/calls/use-action.ts'
import { useCall } from '../../../session/session-context.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { isSome, moneyText } from '../../../ui/text/money-text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { billingDay } from './billing-day.ts'
import { type Plan, useShowBilling } from './use-billing.ts'

/** Shows what another plan costs today and changes to it for exactly that. */
export function ChangePlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const show = useShowBilling()
  const [problem, setProblem] = useState<string | null>(null)
  const params = { account: account.pk }
  const cost = useQuery({
    queryKey: [account.pk, 'billing', 'cost', plan.pk],
    queryFn: () => call(contract.billing.preview, { params, body: { plan: plan.pk } }),
    staleTime: 0,
    gcTime: 0,
  })
  const change = useAction(async () => {
    if (!cost.data) return
    setProblem(null)
    try {
      const { at, due_today } = cost.data
      await show(await call(contract.billing.change, { params, body: { plan: plan.pk, at, due_today } }))
      toast({ title: `Your plan is ${plan.name}`, tone: 'success' })
      onClose()
    } catch (error) {
      setProblem(actionErrorText(error))
      await cost.refetch()
    }
  })
  const { data, error } = cost
  const today = data && moneyText(data.due_today, data.currency)
  const pays = data !== undefined && isSome(data.due_today)
  return (
    <ConfirmDialog
      open
      busy={change.busy || !data}
      title={`Change to ${plan.name}?`}
      confirmLabel={pays ? `Pay ${today} and change` : `Change to ${plan.name}`}
      onOpenChange={onClose}
      onConfirm={change.run}
    >
      {(problem ?? error) && <Note tone="error">{problem ?? actionErrorText(error)}</Note>}
      {!data && !error && <Skeleton className="h-18" />}
      {data && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
          <dt>Today, for the rest of this month</dt>
          <dd className="num text-end font-semibold text-ink">{today}</dd>
          {isSome(data.credit) && (
            <>
              <dt>Credit for your next invoices</dt>
              <dd className="num text-end text-ink">{moneyText(data.credit, data.currency)}</dd>
            </>
          )}
          <dt>On {billingDay(data.next, account)}</dt>
          <dd className="num text-end text-ink">{moneyText(data.next_amount, data.currency)}</dd>
        </dl>
      )}
      <p>
        {pays ? 'The card on file is charged now. ' : 'Nothing is charged now. '}
        Invoices and people above a limit of the new plan stay; you just can’t add more.
      </p>
    </ConfirmDialog>
  )
}
