import { useParams } from '@tanstack/react-router'
import { Ban, Download, Link as LinkIcon, Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { saveFile } from '../../ui/pdf/save-file.ts'
import { Money } from '../../ui/text/money.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { RecordPage } from '../layout/record-page.tsx'
import { PAYMENT_PLANS_PATH, paymentPlanPath, recordPath } from '../paths.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { PlanLinkDialog } from './plan-link-dialog.tsx'
import { Installments, Invoices } from './plan-tables.tsx'
import { isCharged, stateLook } from './plan-words.ts'
import { type Plan, usePlan, usePlanChanged } from './use-plans.ts'

const CRUMBS = [{ label: 'Payment plans', href: PAYMENT_PLANS_PATH }]

/** One payment plan: installments, invoices and what the customer agreed to. */
export function PlanPage() {
  const { planId } = useParams({ strict: false }) as { planId: string }
  const plan = usePlan(planId)
  return (
    <RecordPage query={plan} title="Payment plan" crumbs={CRUMBS} failure="Failed to load payment plans">
      {(shown) => <Shown plan={shown} />}
    </RecordPage>
  )
}

function Shown({ plan }: { plan: Plan }) {
  const [canceling, setCanceling] = useState(false)
  const { text, tone } = stateLook(plan)
  return (
    <>
      <PageHeader
        title={`Payment plan of ${plan.customer.short_name}`}
        crumbs={CRUMBS}
        detail={<Tag tone={tone}>{text}</Tag>}
        actions={<PlanActions plan={plan} onCancel={() => setCanceling(true)} />}
      />
      <Headline plan={plan} />
      <h2 className="px-4 pt-5 pb-2 font-semibold md:px-6">Installments</h2>
      <Installments plan={plan} />
      <h2 className="px-4 pt-5 pb-2 font-semibold md:px-6">Invoices</h2>
      <Invoices plan={plan} />
      {plan.agreement && <Agreement plan={plan} agreement={plan.agreement} />}
      {canceling && <CancelDialog plan={plan} onClose={() => setCanceling(false)} />}
    </>
  )
}

function PlanActions({ plan, onCancel }: { plan: Plan; onCancel: () => void }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const changed = usePlanChanged()
  const [link, setLink] = useState<string | null>(null)
  const params = { account: account.pk, plan: plan.pk }
  const failed = (title: string) => (error: Error) =>
    toast({ title, body: actionErrorText(error), tone: 'error' })
  const sending = useSingleMutation({
    mutationFn: () => call(contract.paymentPlans.send, { params }),
    onSuccess: async (sent) => {
      toast({
        title: 'Proposal sent',
        body: `${plan.customer.short_name} got an email with the link.`,
        tone: 'success',
      })
      await changed(sent)
    },
    onError: failed('We couldn’t send the proposal'),
  })
  const linking = useSingleMutation({
    mutationFn: () => call(contract.paymentPlans.createLink, { params }),
    onSuccess: ({ url }) => setLink(url),
    onError: failed('We couldn’t create the link'),
  })
  const agreement = useSingleMutation({
    mutationFn: () => call(contract.paymentPlans.agreement, { params }),
    onSuccess: (file) => saveFile(file, 'Payment plan.pdf'),
    onError: failed('We couldn’t download the agreement'),
  })
  return (
    <>
      {plan.can.cancel && (
        <Button icon={<Ban />} onClick={onCancel}>
          {plan.state === 'proposed' ? 'Withdraw' : 'Cancel plan'}
        </Button>
      )}
      {plan.agreement && (
        <Button icon={<Download />} busy={agreement.isPending} onClick={() => agreement.mutate()}>
          Agreement
        </Button>
      )}
      {plan.can.update && (
        <ButtonLink icon={<Pencil />} href={`${paymentPlanPath(plan.pk)}/edit`}>
          Change
        </ButtonLink>
      )}
      {plan.can.send && (
        <>
          <Button icon={<LinkIcon />} busy={linking.isPending} onClick={() => linking.mutate()}>
            Copy link
          </Button>
          <Button variant="primary" icon={<Send />} busy={sending.isPending} onClick={() => sending.mutate()}>
            {plan.sent_at === null ? 'Send by email' : 'Send again'}
          </Button>
        </>
      )}
      {link !== null && <PlanLinkDialog url={link} onClose={() => setLink(null)} />}
    </>
  )
}

function Headline({ plan }: { plan: Plan }) {
  const { date_format, timezone } = useAccount()
  const day = (date: string) => formatDate(date, date_format)
  return (
    <section className="grid gap-4 border-y border-line p-4 md:p-6" aria-label="Plan">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Money amount={plan.remaining} currency={plan.currency} size="hero" />
        <p className="num whitespace-normal text-ink-2">
          remaining of {moneyText(plan.total, plan.currency)}, {plan.paid_count} of {plan.installment_count}{' '}
          installments paid
        </p>
      </div>
      <StateNote plan={plan} />
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
        <Fact label="Customer">
          <Link href={recordPath('customer', plan.customer.pk)} className="link-quiet font-medium">
            {plan.customer.short_name}
          </Link>
        </Fact>
        <Fact label="Next due">
          {plan.next_due_date
            ? `${day(plan.next_due_date)}, ${moneyText(plan.next_amount ?? '', plan.currency)}`
            : 'Nothing'}
        </Fact>
        <Fact label="Made by">
          {plan.origin === 'customer' ? 'The customer' : (plan.created_by ?? 'A former member')} on{' '}
          {day(dayOf(plan.created, timezone))}
        </Fact>
        {plan.agreement && (
          <Fact label="Paid">
            {plan.charges_itself ? 'Automatically on each due date' : 'By the customer'}
          </Fact>
        )}
        {(isCharged(plan.fee, plan.currency) || isCharged(plan.fee_waived, plan.currency)) && (
          <Fact label="Fee">{feeText(plan)}</Fact>
        )}
        {plan.message !== '' && (
          <Fact label="Message">
            <span className="break-words whitespace-pre-line">{plan.message}</span>
          </Fact>
        )}
      </dl>
    </section>
  )
}

/** '$25.00, part of INV-1001. Waive it under Late fees' */
function feeText({ fee, fee_waived, fee_invoice, currency }: Plan): string {
  const waived = isCharged(fee_waived, currency) ? `${moneyText(fee_waived, currency)} waived` : ''
  if (!isCharged(fee, currency)) return waived
  const where =
    fee_invoice === null
      ? 'owed once the customer confirms'
      : `charged on ${fee_invoice}; waive it under Late fees`
  return [`${moneyText(fee, currency)}, ${where}`, waived].filter((part) => part !== '').join('. ')
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-12 text-ink-3">{label}</dt>
    <dd className="num whitespace-normal">{children}</dd>
  </div>
)

/** Says what the state means and what to do. */
function StateNote({ plan }: { plan: Plan }) {
  const { date_format } = useAccount()
  const day = formatDate(plan.expires_on, date_format)
  if (plan.is_expired)
    return (
      <Note tone="warning" title="The day to confirm this proposal has passed">
        Change its dates and send it again, or withdraw it.
      </Note>
    )
  if (plan.state === 'proposed')
    return (
      <Note>
        {plan.sent_at === null
          ? `The customer was not emailed. They can confirm it by a link until ${day}.`
          : `Waiting for the customer, who can confirm it until ${day}.`}{' '}
        Reminders and late fees go on until then.
      </Note>
    )
  if (plan.state === 'defaulted')
    return (
      <Note tone="error" title="This plan defaulted">
        An installment was missed for longer than the days of grace. Reminders and late fees go on until the
        missed installments are paid; then the plan goes on by itself.
      </Note>
    )
  if (plan.ended_because !== '') return <Note>{plan.ended_because}</Note>
  return plan.state === 'confirmed' ? (
    <Note>Reminders of its invoices are held and late fees skip them while installments are paid.</Note>
  ) : null
}

const VIA: Readonly<Record<NonNullable<Plan['agreement']>['via'], string>> = {
  link: 'by the link in the email',
  portal: 'in the customer portal',
  pay_link: 'on the page of a pay link',
  staff: 'recorded by your team',
}

function Agreement({ plan, agreement }: { plan: Plan; agreement: NonNullable<Plan['agreement']> }) {
  const { date_format, timezone } = useAccount()
  return (
    <section className="grid gap-2 border-t border-line p-4 md:p-6" aria-label="Agreement">
      <h2 className="font-semibold">Agreement</h2>
      <p className="text-ink-2">
        Confirmed by {agreement.by} on {formatDate(dayOf(agreement.at, timezone), date_format)},{' '}
        {VIA[agreement.via]}
        {agreement.ip !== null && `, from ${agreement.ip}`}.
      </p>
      <p className="max-w-prose break-words whitespace-pre-line">{agreement.text}</p>
      {plan.state === 'canceled' && <p className="text-ink-3">This agreement no longer applies.</p>}
    </section>
  )
}
