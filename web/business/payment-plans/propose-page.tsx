import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Combobox } from '../../ui/combobox/combobox.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { type CustomerOption, loadCustomers } from '../customer-options.ts'
import { PAYMENT_PLANS_PATH } from '../paths.ts'
import { ProposalForm } from './proposal-form.tsx'
import { useCustomerOf, useOpenInvoices } from './use-open-invoices.ts'
import { usePolicy } from './use-plans.ts'

const CRUMBS = [{ label: 'Payment plans', href: PAYMENT_PLANS_PATH }]

/** Proposes a payment plan: for invoices or a customer named in the address, or for a customer chosen here. */
export function ProposePage() {
  const search: { invoices?: unknown; customer?: unknown } = useSearch({ strict: false })
  const named = typeof search.invoices === 'string' ? search.invoices.split(',') : []
  const asked = typeof search.customer === 'string' ? search.customer : null
  const [chosen, setChosen] = useState<CustomerOption | null>(null)
  const invoice = useCustomerOf(named[0] ?? null)
  const customer = asked ?? invoice.data?.customer.pk ?? chosen?.id ?? null
  const open = useOpenInvoices(customer)
  const policy = usePolicy()
  const error = invoice.error ?? open.error ?? policy.error
  return (
    <>
      <PageHeader title="Propose a payment plan" crumbs={CRUMBS} className="border-b border-line" />
      {named.length === 0 && asked === null && <CustomerChoice value={chosen} onChange={setChosen} />}
      {error && (
        <Note
          tone="error"
          className="mx-4 my-6 md:mx-6"
          onRetry={() => {
            void invoice.refetch()
            void open.refetch()
            void policy.refetch()
          }}
        >
          {error.message}
        </Note>
      )}
      {!error && customer !== null && (!open.data || !policy.data) && <Skeleton className="m-6 h-80" />}
      {open.data && policy.data && (
        <ProposalForm key={customer} invoices={open.data.results} named={named} today={policy.data.today} />
      )}
    </>
  )
}

function CustomerChoice({
  value,
  onChange,
}: {
  value: CustomerOption | null
  onChange: (value: CustomerOption | null) => void
}) {
  const account = useAccount()
  const call = useCall()
  return (
    <div className="border-b border-line px-4 py-5 md:px-6">
      <Combobox
        label="Customer"
        placeholder="Who pays in installments?"
        className="max-w-100"
        value={value}
        onChange={onChange}
        load={loadCustomers(call, account.pk, { activeOnly: false })}
      />
    </div>
  )
}
