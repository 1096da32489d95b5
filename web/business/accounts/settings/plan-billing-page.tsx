import { dateInZone, formatDate } from '../../../../domain/dates/calendar.ts'
import { type Account, useAccount } from '../../../session/account-context.ts'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { CalmHeading } from '../../layout/calm-page.tsx'
import { SupportContact } from '../../public/support-contact.tsx'
import { useSetup } from '../setup-steps.ts'
import { PlanUsage } from './plan-usage.tsx'
import { SettingsLayout, SettingsSection } from './settings-layout.tsx'

/** Shows the subscription's state, what it includes, and the support contact. Nothing is billed here. */
export function PlanBillingPage() {
  const setup = useSetup()
  if (setup) {
    return (
      <>
        <CalmHeading title="Plan">Your trial, and who manages your subscription.</CalmHeading>
        <div className="grid gap-4">
          <SubscriptionStatus />
          <Price />
        </div>
        <ButtonLink href={setup.next} variant="primary" size="lg" className="mt-6">
          Continue
        </ButtonLink>
      </>
    )
  }
  return (
    <SettingsLayout title="Plan and billing">
      <Closed />
      <SettingsSection title="Subscription" description="Your access to Quittance.">
        <SubscriptionStatus />
      </SettingsSection>
      <SettingsSection title="Price" description="Your cost for Quittance.">
        <Price />
      </SettingsSection>
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

/** Shown first when the subscription blocked the page that the user requested. */
function Closed() {
  const { subscription } = useAccount()
  if (subscription.is_active) return null
  return (
    <Note tone="warning" title="Your subscription is not active" className="mx-4 mt-4 max-w-180 md:mx-6">
      You can’t open the dashboard, invoices, customers or payments until it is active. Your data is safe, and
      customers can still pay.
    </Note>
  )
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
  const { status, is_active: active, start_iso: start, trial_end: end } = subscription
  const over = status === 'trialing' && !active
  const { tone, text } = STATUSES[status]
  return (
    <div className="grid justify-items-start gap-1.5">
      <Tag tone={over ? 'overdue' : tone}>{over ? 'Trial ended' : text}</Tag>
      <p className="text-ink-2">
        {end === null
          ? `Since ${dayOf(start, account)}.`
          : `${over ? 'It ended' : 'It ends'} on ${dayOf(end, account)}.`}
      </p>
    </div>
  )
}

const dayOf = (
  instant: string,
  { timezone, date_format: format }: Pick<Account, 'timezone' | 'date_format'>,
) => formatDate(dateInZone(Date.parse(instant), timezone), format)

const Price = () => (
  <p className="text-ink-2">
    We don’t bill you here or store your card. The operator of this site manages your subscription. Your
    payment processor charges its own fees.
  </p>
)
