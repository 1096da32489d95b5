import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CalendarRange, Eye, FilePlus2, Pencil, ScrollText } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import { PAYMENT_TERM_LABELS, type PaymentTerms } from '../../../domain/dates/terms.ts'
import { addressLines } from '../../../domain/people/postal-address.ts'
import { useAccount, useCan, useCanKeep } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Link } from '../../ui/layout/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { isSome, minorOf } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { AutoPaymentsPanel } from '../auto-payments/auto-payments-panel.tsx'
import { KeptNote } from '../layout/kept-note.tsx'
import { RecordPage } from '../layout/record-page.tsx'
import { useLive } from '../layout/use-live.ts'
import { PAYMENT_PLANS_PATH, recordPath, statementPath } from '../paths.ts'
import { usePreview } from '../portal/use-preview.ts'
import { OpenTasks } from '../worklist/open-tasks.tsx'
import { ContactChange } from './contact-change.tsx'
import { CustomerActivity } from './customer-activity.tsx'
import { CustomerAddresses } from './customer-addresses.tsx'
import { CustomerCredit } from './customer-credit.tsx'
import { CustomerMenu } from './customer-menu.tsx'
import { CustomerMerges } from './customer-merges.tsx'
import { CustomerOwed } from './customer-owed.tsx'
import { CustomerPeople } from './customer-people.tsx'
import { CustomerReminders } from './customer-reminders.tsx'
import { SubCustomers } from './sub-customers.tsx'
import { CustomerSwitches } from './switches/customer-switches.tsx'
import { CustomerTimeline } from './timeline/customer-timeline.tsx'

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
    ...useLive(),
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
      {customer.merged_in === null && <KeptNote what="customer" pk={customer.pk} />}
      <CustomerMerges customer={customer} />
      {/* The note about the books has a line below it already. */}
      <div className="-mt-px grid border-t border-line lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <ContactChange customer={customer.pk} />
          <CustomerOwed customer={customer} />
          {minorOf(customer.unapplied_credit, customer.currency) > 0n && (
            <CustomerCredit customer={customer} />
          )}
          <SubCustomers customer={customer} />
          <CustomerActivity customer={customer} />
          <CustomerTimeline customer={customer.pk} />
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
