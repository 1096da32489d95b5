import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { endSetupTrip } from '../../auth/trips/setup-trip.ts'
import { CalmHeading } from '../../layout/calm-page.tsx'
import { PLAN_PATH } from '../../paths.ts'
import { SupportContact } from '../../public/support-contact.tsx'
import { billingDay } from '../billing/billing-day.ts'
import { PlanSection } from '../billing/plan-section.tsx'
import { StandingNote } from '../billing/standing-note.tsx'
import { CancelSection, CardSection, InvoicesSection } from '../billing/subscription-sections.tsx'
import { leftText } from '../billing/trial-left.ts'
import { type Billing, useBilling, useShowBilling } from '../billing/use-billing.ts'
import { REGISTRATION_STEPS, useSetup } from '../setup-steps.ts'
import { PlanUsage } from './plan-usage.tsx'
import { SettingsLayout, SettingsSection } from './settings-layout.tsx'

/** Shows the subscription, its plans, card and invoices, and the limits. Sells nothing where billing is off. */
export function PlanBillingPage() {
  const setup = useSetup()
  const account = useAccount()
  const { sells_plans: sells } = account
  const { data: billing, error, refetch } = useBilling()
  useReturn()
  if (setup) {
    return (
      <>
        <CalmHeading title="Plan">
          {sells
            ? 'Choose one now, or continue with your trial.'
            : 'Your trial, and who manages your subscription.'}
        </CalmHeading>
        <div className="grid gap-6">
          <div className="grid gap-4">
            <SubscriptionStatus />
            {!sells && <Price />}
            {sells && !billing?.has_subscription && <Later />}
          </div>
          {sells && <PlanSection billing={billing} />}
        </div>
        <ButtonLink href={setup.next} variant="primary" size="lg" className="mt-6">
          Continue
        </ButtonLink>
      </>
    )
  }
  return (
    <SettingsLayout title="Plan and billing">
      <StandingNote billing={billing} />
      <SettingsSection title="Subscription" description="Your access to Quittance.">
        <SubscriptionStatus />
        {billing?.ends_with_period && billing.renews && (
          <p className="text-ink-2">Canceled: access ends on {billingDay(billing.renews, account)}.</p>
        )}
      </SettingsSection>
      {sells ? (
        <Selling billing={billing} error={error} onRetry={() => void refetch()} />
      ) : (
        <SettingsSection title="Price" description="Your cost for Quittance.">
          <Price />
        </SettingsSection>
      )}
      <SettingsSection title="Usage" description="Measured against your plan’s limits.">
        <PlanUsage />
      </SettingsSection>
      <SettingsSection title="Questions" description="Get help with your subscription.">
        <div className="text-ink-2">
          <SupportContact about="your subscription" />
        </div>
      </SettingsSection>
    </SettingsLayout>
  )
}

/** Plans, card, invoices and cancellation. */
function Selling({
  billing,
  error,
  onRetry,
}: {
  billing: Billing | undefined
  error: Error | null
  onRetry: () => void
}) {
  return (
    <>
      {error && !billing && (
        <Note
          tone="error"
          title="Failed to load your subscription"
          onRetry={onRetry}
          className="m-4 max-w-180 md:mx-6"
        >
          {actionErrorText(error)}
        </Note>
      )}
      <PlanSection billing={billing} />
      {billing && (
        <>
          <CardSection billing={billing} />
          <InvoicesSection billing={billing} />
          <CancelSection billing={billing} />
        </>
      )}
    </>
  )
}

/**
 * After the payment service's page, reads the subscription again, because its notification may come later. Leads back into the set-up
 * when the person left from there.
 */
function useReturn(): void {
  const { returned } = useSearch({ strict: false }) as { returned?: true }
  const may = useCan('billing.read')
  const { pk } = useAccount()
  const call = useCall()
  const show = useShowBilling()
  const { history } = useRouter()
  const toast = useToast()
  const isSetup = useSetup() !== null
  const settle = useEffectEvent(async () => {
    const step = isSetup ? null : endSetupTrip([PLAN_PATH, REGISTRATION_STEPS[2]])
    if (step !== null || returned) history.replace(step ?? PLAN_PATH)
    if (!returned || !may) return
    try {
      await show(await call(contract.billing.refresh, { params: { account: pk } }))
    } catch (error) {
      toast({ title: 'We couldn’t read your subscription', body: actionErrorText(error), tone: 'error' })
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again with another answer or right
  useEffect(() => void settle(), [returned, may])
}

const STATUSES = {
  trialing: { tone: 'open', text: 'Trial' },
  active: { tone: 'paid', text: 'Active' },
  past_due: { tone: 'overdue', text: 'Past due' },
  canceled: { tone: 'quiet', text: 'Canceled' },
  unpaid: { tone: 'overdue', text: 'Unpaid' },
} as const

function SubscriptionStatus() {
  const { subscription, ...account } = useAccount()
  const { status, is_active: active, start_iso: start, trial_end: end, trial_left: left } = subscription
  const over = status === 'trialing' && !active
  const { tone, text } = STATUSES[status]
  return (
    <div className="grid justify-items-start gap-1.5">
      <Tag tone={over ? 'overdue' : tone}>{over ? 'Trial ended' : text}</Tag>
      <p className="text-ink-2">
        {end === null
          ? `Since ${billingDay(start, account)}.`
          : `${over ? 'It ended' : 'It ends'} on ${billingDay(end, account)}.`}
      </p>
      {left && <p>{leftText(left)}</p>}
    </div>
  )
}

const Price = () => (
  <p className="text-ink-2">
    We don’t bill you here or store your card. The operator of this site manages your subscription. Your
    payment processor charges its own fees.
  </p>
)

const Later = () => (
  <p className="text-ink-2">
    Your trial has everything and needs no card. You can also choose a plan later, under Settings, Plan and
    billing.
  </p>
)
