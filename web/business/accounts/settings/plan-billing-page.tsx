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
        <CalmHeading title="Plan">There is one plan, with everything in it.</CalmHeading>
        <div className="grid gap-4">
          <Standing />
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
      <SettingsSection title="Subscription" description="Whether your company can work in Quittance.">
        <Standing />
      </SettingsSection>
      <SettingsSection title="Price" description="What Quittance costs you.">
        <Price />
      </SettingsSection>
      <SettingsSection title="What you use" description="How much there is of what a plan can limit.">
        <PlanUsage />
      </SettingsSection>
      <SettingsSection title="Questions" description="About the subscription of your company.">
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
      The dashboard, invoices, customers and payments are closed until it is active again. Nothing is lost.
      Your customers still see and pay what they owe, in their portal and by the links in your emails.
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

function Standing() {
  const { subscription, ...account } = useAccount()
  const { status, is_active: active, start_iso: start, trial_end: end } = subscription
  const over = status === 'trialing' && !active
  const { tone, text } = STATUSES[status]
  return (
    <div className="grid justify-items-start gap-1.5">
      <Tag tone={over ? 'overdue' : tone}>{over ? 'Trial is over' : text}</Tag>
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
    Nothing is billed from here: there is no plan to choose, and no card of yours is kept. Whoever runs this
    installation says how your subscription stands. What your payment processor takes for a payment is between
    it and you.
  </p>
)
