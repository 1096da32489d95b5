import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { rememberSetupTrip } from '../../auth/trips/setup-trip.ts'
import { useSetup } from '../setup-steps.ts'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { PlanCards } from './plan-cards.tsx'
import { type Billing, type Plan, useAccountPlans } from './use-billing.ts'

/** The plans: a first choice leads to the payment service's page, a change is confirmed with its cost. */
export function PlanSection({ billing }: { billing: Billing | undefined }) {
  const { pk, plan: current, subscription } = useAccount()
  const may = useCan('billing.write')
  const call = useCall()
  const toast = useToast()
  const { data, error, refetch, isFetching } = useAccountPlans()
  const [asked, setAsked] = useState<Plan | null>(null)
  const [opening, setOpening] = useState<string | null>(null)
  const setup = useSetup()
  const runs = billing?.has_subscription === true
  const choose = async (plan: Plan) => {
    if (runs) return setAsked(plan)
    setOpening(plan.pk)
    try {
      const { url } = await call(contract.billing.checkout, {
        params: { account: pk },
        body: { plan: plan.pk },
      })
      if (setup) rememberSetupTrip()
      window.location.assign(url)
    } catch (error) {
      setOpening(null)
      toast({ title: 'We couldn’t open the payment page', body: actionErrorText(error), tone: 'error' })
    }
  }
  const isOwing = runs && (subscription.status === 'past_due' || subscription.status === 'unpaid')
  return (
    <section
      aria-label="Plans"
      className="grid gap-4 border-b border-line px-4 py-6 md:px-6 calm:border-0 calm:px-0 calm:py-0"
    >
      <div>
        <h2 className="text-14 font-semibold">Plans</h2>
        <p className="mt-1 max-w-180 text-ink-2">
          {hintOf(may, isOwing, billing?.group === 'BUSINESS_OWNER' && current === null)}
        </p>
      </div>
      {error && (
        <Note
          tone="error"
          title="Failed to load the plans"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {actionErrorText(error)}
        </Note>
      )}
      {!data && !error && <Skeleton className="h-48" />}
      {data && (
        <PlanCards
          plans={data.results}
          current={subscription.status === 'canceled' ? null : (current?.pk ?? null)}
          offers={!isOwing && billing !== undefined}
          busy={opening}
          onChoose={(plan) => void choose(plan)}
        />
      )}
      {asked && <ChangePlanDialog plan={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

function hintOf(may: boolean, isOwing: boolean, mayBecomeAccountant: boolean): string {
  if (!may) return 'Only the owner of your company can choose or change its plan.'
  if (isOwing) return 'Pay the open invoice first. Then you can change the plan.'
  const group = mayBecomeAccountant
    ? ' Do you advise other companies? Invite one under Team, and once it accepts, the Accounting Edition appears here.'
    : ''
  return `All prices are in US dollars. You can change or cancel at any time.${group}`
}
