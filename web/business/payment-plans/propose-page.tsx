import { useNavigate, useSearch } from '@tanstack/react-router'
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
import { useCustomerOf, useCustomerOption, useOpenInvoices } from './use-open-invoices.ts'
import { usePolicy } from './use-plans.ts'

const CRUMBS = [{ label: 'Payment plans', href: PAYMENT_PLANS_PATH }]

/**
 * Proposes a payment plan: for invoices or a customer named in the address. A customer chosen here is named there too, so that a
 * session that ends takes nobody back to an empty page.
 */
export function ProposePage() {
  const search: { invoices?: unknown; customer?: unknown } = useSearch({ strict: false })
  const named = typeof search.invoices === 'string' ? search.invoices.split(',') : []
  const asked = typeof search.customer === 'string' ? search.customer : null
  const invoice = useCustomerOf(named[0] ?? null)
  const customer = asked ?? invoice.data?.customer.pk ?? null
  const open = useOpenInvoices(customer)
  const policy = usePolicy()
  const error = invoice.error ?? open.error ?? policy.error
  return (
    <>
      <PageHeader title="Propose a payment plan" crumbs={CRUMBS} className="border-b border-line" />
      {named.length === 0 && <CustomerChoice asked={asked} />}
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

function CustomerChoice({ asked }: { asked: string | null }) {
  const account = useAccount()
  const call = useCall()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<CustomerOption | null>(null)
  const known = useCustomerOption(chosen?.id === asked ? null : asked)
  const value = chosen?.id === asked ? chosen : (known.data ?? null)
  return (
    <div className="border-b border-line px-4 py-5 md:px-6">
      <Combobox
        label="Customer"
        placeholder="Who pays in installments?"
        className="max-w-100"
        value={value}
        onChange={(option: CustomerOption | null) => {
          setChosen(option)
          void navigate({ to: '.', search: (option ? { customer: option.id } : {}) as never, replace: true })
        }}
        load={loadCustomers(call, account.pk, { activeOnly: false })}
      />
    </div>
  )
}
