import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import type { CustomerOption } from '../customer-options.ts'

export type OpenInvoice = ReplyOf<typeof contract.invoices.list>['results'][number]

/** A customer's open invoices, oldest due date first. At most 100. */
export function useOpenInvoices(customer: string | null) {
  const account = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [account.pk, 'invoices', 'for-plan', customer],
    enabled: customer !== null,
    queryFn: ({ signal }) =>
      call(
        contract.invoices.list,
        {
          params: { account: account.pk },
          query: { view: 'open', customer: customer!, order_by: 'due_date', page_size: '100' },
        },
        { signal },
      ),
  })
}

/** The customer of an invoice whose id is known from the address. */
export function useCustomerOf(invoice: string | null) {
  const account = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [account.pk, 'invoice', invoice],
    enabled: invoice !== null,
    queryFn: ({ signal }) =>
      call(contract.invoices.read, { params: { account: account.pk, invoice: invoice! } }, { signal }),
  })
}

/** A customer whose id is known from the address, as an option that can be chosen. */
export function useCustomerOption(customer: string | null) {
  const account = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [account.pk, 'customer', customer],
    enabled: customer !== null,
    queryFn: ({ signal }) =>
      call(contract.customers.read, { params: { account: account.pk, customer: customer! } }, { signal }),
    select: ({ pk, short_name, email, currency, terms }): CustomerOption => ({
      id: pk,
      label: short_name,
      email,
      currency,
      terms,
    }),
  })
}
