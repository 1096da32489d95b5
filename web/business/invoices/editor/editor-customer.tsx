import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { CustomerDetail } from '../../../../contract/customers.ts'
import { contract } from '../../../../contract/index.ts'
import type { PaymentTerms } from '../../../../domain/dates/terms.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { minorOf, moneyText } from '../../../ui/text/money-text.ts'
import { type CustomerOption, loadCustomers } from '../../customer-options.ts'
import type { DraftValues } from './draft-values.ts'
import { setTerms } from './editor-details.tsx'
import { NewCustomerDialog } from './new-customer-dialog.tsx'

/** The chosen customer's delivery address and balance. */
export function useChosenCustomer(id: string | undefined): CustomerDetail | undefined {
  const account = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [account.pk, 'customer', id],
    queryFn: ({ signal }) =>
      call(contract.customers.read, { params: { account: account.pk, customer: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  }).data
}

/** Customer of the invoice: found by name, or created here. */
export function EditorCustomer({
  form,
  detail,
  defaultTerms,
}: {
  form: UseFormReturn<DraftValues>
  detail: CustomerDetail | undefined
  /** Default terms for a customer without terms of their own; null once the invoice was saved. */
  defaultTerms: PaymentTerms | null
}) {
  const account = useAccount()
  const call = useCall()
  const mayAdd = useCan('customers.write')
  const [adding, setAdding] = useState<string | null>(null)
  const choose = (customer: CustomerOption | null) => {
    form.setValue('customer', customer)
    form.clearErrors('customer')
    if (customer && defaultTerms) setTerms(form, (customer.terms as PaymentTerms | null) ?? defaultTerms)
  }
  return (
    <section className="border-b border-line p-4 md:px-6" aria-label="Customer">
      <div className="grid gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <Controller
          control={form.control}
          name="customer"
          render={({ field, fieldState }) => (
            <Combobox
              label="Customer"
              name="customer"
              placeholder="Search by name, or add a new one"
              value={field.value}
              onChange={choose}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
              aside={
                mayAdd && (
                  <Button
                    variant="bare"
                    size="sm"
                    icon={<UserPlus />}
                    className="-my-2 -me-2"
                    onClick={() => setAdding('')}
                  >
                    New customer
                  </Button>
                )
              }
              load={loadCustomers(call, account.pk, { activeOnly: true })}
              renderOption={(option) => (
                <span className="block min-w-0">
                  <span className="block truncate">{option.label}</span>
                  {option.email && <span className="block truncate text-12 text-ink-3">{option.email}</span>}
                </span>
              )}
              onCreate={mayAdd ? (text) => setAdding(text) : undefined}
              createLabel={(text) => `Add "${text}" as a new customer`}
            />
          )}
        />
        {detail && <Known customer={detail} />}
      </div>
      {adding !== null && (
        <NewCustomerDialog name={adding} onClose={() => setAdding(null)} onCreated={choose} />
      )}
    </section>
  )
}

function Known({ customer }: { customer: CustomerDetail }) {
  const { currency, aging } = customer
  const pastDue = minorOf(aging.total, currency) - minorOf(aging.current, currency)
  const facts = [
    ['Owes', moneyText(customer.balance, currency)],
    ['Past due', moneyText(formatAmount(pastDue, currency), currency)],
    ['Open invoices', String(customer.open_invoices_count)],
  ]
  return (
    <dl className="flex flex-wrap content-end justify-between gap-x-4 gap-y-2 pb-1">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-12 text-ink-3">{label}</dt>
          <dd className="num font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
