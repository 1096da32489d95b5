import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CalendarRange, Eye, FilePlus2, Pencil, ScrollText } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import { PAYMENT_TERM_LABELS, type PaymentTerms } from '../../../domain/dates/terms.ts'
import { AGING_BUCKETS } from '../../../domain/invoices/aging.ts'
import { displayAmount, parseAmount } from '../../../domain/money/money.ts'
import { addressLines } from '../../../domain/people/postal-address.ts'
import { useAccount, useCan, useCanKeep } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Link, useNavigateTo } from '../../ui/layout/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { AGING_LABELS, AGING_TONES, AgingBar } from '../../ui/text/aging-bar.tsx'
import { isSome, minorOf, moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { AutoPaymentsPanel } from '../auto-payments/auto-payments-panel.tsx'
import { KeptNote } from '../layout/kept-note.tsx'
import { RecordPage } from '../layout/record-page.tsx'
import { PAYMENT_PLANS_PATH, recordPath, statementPath } from '../paths.ts'
import { usePreview } from '../portal/use-preview.ts'
import { OpenTasks } from '../worklist/open-tasks.tsx'
import { ContactChange } from './contact-change.tsx'
import { CustomerActivity } from './customer-activity.tsx'
import { CustomerAddresses } from './customer-addresses.tsx'
import { CustomerCredit } from './customer-credit.tsx'
import { CustomerMenu } from './customer-menu.tsx'
import { CustomerMerges } from './customer-merges.tsx'
import { CustomerNotes } from './customer-notes.tsx'
import { CustomerPeople } from './customer-people.tsx'
import { CustomerReminders } from './customer-reminders.tsx'
import { CustomerTimeline } from './customer-timeline.tsx'
import { JointPayLink } from './joint-pay-link.tsx'
import { CustomerSwitches } from './switches/customer-switches.tsx'

/** Loaded lazily: it brings the form library, which pages for reading do not need. */
const CustomerDialog = lazyWithRetry(() => import('./customer-dialog.tsx'), 'CustomerDialog')

const CRUMBS = [{ label: 'Customers', href: '/customers' }]

/** One customer: balance by age, contact data, invoices, payments and portal login. */
export function CustomerPage() {
  const { customerId } = useParams({ strict: false }) as { customerId: string }
  const account = useAccount()
  const call = useCall()
  const customer = useQuery({
    queryKey: [account.pk, 'customer', customerId],
    queryFn: ({ signal }) =>
      call(contract.customers.read, { params: { account: account.pk, customer: customerId } }, { signal }),
  })
  return (
    <RecordPage query={customer} title="Customer" crumbs={CRUMBS} failure="Failed to load customer data">
      {(shown) => <Shown customer={shown} />}
    </RecordPage>
  )
}

function Shown({ customer }: { customer: CustomerDetail }) {
  const [editing, setEditing] = useState(false)
  const mayWrite = useCanKeep('customers.write')
  const mayInvoice = useCanKeep('invoices.write')
  const mayInvite = useCan('portal.invite')
  const mayPlan = useCan('payment_plans.write')
  const maySeeAuto = useCan('auto_payments.read')
  const maySeeReminders = useCan('reminders.read')
  const mayPreview = useCan('preview.start')
  const preview = usePreview(customer.pk)
  return (
    <>
      <PageHeader
        title={customer.short_name}
        crumbs={CRUMBS}
        detail={
          <>
            {!customer.is_active && <Tag>Inactive</Tag>}
            {!customer.switches.reminders.on && <Tag>No reminders</Tag>}
          </>
        }
        actions={
          <>
            {mayPreview && (
              <Button icon={<Eye />} busy={preview.busy} onClick={preview.open}>
                {/* A phone has room for the shorter label only. */}
                <span>
                  Preview<span className="max-sm:sr-only"> portal</span>
                </span>
              </Button>
            )}
            {mayPlan && isSome(customer.aging.total) && (
              <ButtonLink icon={<CalendarRange />} href={`${PAYMENT_PLANS_PATH}/new?customer=${customer.pk}`}>
                <span>
                  <span className="max-sm:sr-only">Payment plan</span>
                  <span aria-hidden="true" className="sm:hidden">
                    Plan
                  </span>
                </span>
              </ButtonLink>
            )}
            <ButtonLink icon={<ScrollText />} href={statementPath(customer.pk)}>
              Statement
            </ButtonLink>
            {mayWrite && customer.erased_at === null && (
              <Button icon={<Pencil />} onClick={() => setEditing(true)}>
                Edit
              </Button>
            )}
            {mayInvoice && customer.is_active && customer.merged_into === null && (
              <ButtonLink
                variant="primary"
                icon={<FilePlus2 />}
                href={`/invoice-view?customer=${customer.pk}`}
              >
                New invoice
              </ButtonLink>
            )}
            <CustomerMenu customer={customer} />
          </>
        }
      />
      <CustomerMerges customer={customer} />
      <KeptNote what="customer" />
      <div className="grid border-t border-line lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <ContactChange customer={customer.pk} />
          <Owed customer={customer} />
          {minorOf(customer.unapplied_credit, customer.currency) > 0n && (
            <CustomerCredit customer={customer} />
          )}
          <CustomerActivity customer={customer} />
        </div>
        <aside
          className="grid content-start gap-5 border-line p-4 max-lg:border-t md:p-6 lg:border-s"
          aria-label="Details"
        >
          <Facts customer={customer} />
          <CustomerSwitches customer={customer} />
          {maySeeAuto && <AutoPaymentsPanel customer={customer} />}
          {maySeeReminders && <CustomerReminders customer={customer} />}
          <CustomerPeople customer={customer} mayInvite={mayInvite} />
          <OpenTasks subject={{ customer: customer.pk }} />
          <CustomerNotes customer={customer.pk} />
          <CustomerTimeline customer={customer.pk} />
        </aside>
      </div>
      {editing && (
        <Suspense>
          <CustomerDialog
            customer={customer}
            onClose={() => setEditing(false)}
            onSaved={() => setEditing(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function Owed({ customer }: { customer: CustomerDetail }) {
  const navigate = useNavigateTo()
  const minor = (amount: string): number => {
    const parsed = parseAmount(amount, customer.currency)
    return parsed.ok ? Number(parsed.minor) : 0
  }
  const whole = minor(customer.aging.total)
  const unapplied = minorOf(customer.unapplied_credit, customer.currency)
  const received = minorOf(customer.total_paid, customer.currency) + unapplied
  return (
    <section className="grid gap-4 border-b border-line p-4 md:p-6" aria-label="Owed">
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <p className="num text-32 font-semibold tracking-tight">
          {moneyText(customer.balance, customer.currency)}
        </p>
        <p className="text-ink-2">
          {customer.open_invoices_count === 1
            ? '1 open invoice'
            : `${customer.open_invoices_count} open invoices`}
          {', '}
          {displayAmount(received, customer.currency)} received
          {unapplied > 0n && `, ${displayAmount(unapplied, customer.currency)} of it unapplied`}
        </p>
      </div>
      <AgingBar
        label="Owed by age"
        segments={AGING_BUCKETS.map((bucket) => ({
          id: bucket,
          label: AGING_LABELS[bucket],
          tone: AGING_TONES[bucket],
          share: whole === 0 ? 0 : minor(customer.aging[bucket]) / whole,
          amount: moneyText(customer.aging[bucket], customer.currency, false),
        }))}
        onSelect={(bucket) =>
          navigate(`/invoices?view=open&customer=${customer.pk}${bucket ? `&aging=${bucket}` : ''}`)
        }
      />
      <JointPayLink customer={customer} />
    </section>
  )
}

function Facts({ customer }: { customer: CustomerDetail }) {
  const { company } = useAccount()
  const facts = [
    ['Phone', customer.primary_phone],
    ['Alternate phone', customer.alternate_phone],
    ['Mobile', customer.mobile_phone],
    ['Fax', customer.fax],
    ['Address', addressLines(customer, company.postal_address.country).join('\n')],
    ['Group', customer.group?.name ?? ''],
    ['Terms', customer.terms ? PAYMENT_TERM_LABELS[customer.terms as PaymentTerms] : ''],
    ['Currency', customer.currency],
    ['Notes', customer.notes],
  ].filter(([, value]) => value !== '')
  return (
    <dl className="grid gap-3">
      {customer.company_name !== '' && (
        <div>
          <dt className="text-12 text-ink-3">Legal name</dt>
          <dd className="break-words">{customer.company_name}</dd>
        </div>
      )}
      <CustomerAddresses customer={customer} />
      {customer.parent !== null && customer.parent_name !== null && (
        <div>
          <dt className="text-12 text-ink-3">Belongs to</dt>
          <dd className="break-words">
            <Link href={recordPath('customer', customer.parent)} className="underline underline-offset-3">
              {customer.parent_name}
            </Link>
          </dd>
        </div>
      )}
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-12 text-ink-3">{label}</dt>
          <dd className="break-words whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
