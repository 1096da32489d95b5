import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Combobox } from '../../ui/combobox/combobox.tsx'
import type { ComboboxOption } from '../../ui/combobox/combobox-options.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import type { InvoiceListQuery } from './invoice-look.ts'

export interface OpenInvoiceOption extends ComboboxOption {
  readonly remaining: string
  readonly status: string
  /** Name of the customer who owes it. */
  readonly owner: string
}

const SHORTEST_SEARCH = 3

/** Chooses one of a customer's open invoices, oldest first, or one of the customer that it was merged into. */
export function OpenInvoiceChoice({
  customer,
  currency,
  value,
  onChange,
  error,
}: {
  customer: string
  currency: string
  value: OpenInvoiceOption | null
  onChange: (option: OpenInvoiceOption | null) => void
  error: string | undefined
}) {
  const account = useAccount()
  const call = useCall()
  return (
    <Combobox
      label="Invoice"
      placeholder="Choose an open invoice"
      value={value}
      onChange={onChange}
      error={error}
      renderOption={(option) => (
        <span className="flex items-baseline justify-between gap-4">
          <span className="min-w-0 truncate">
            {option.label} <span className="text-ink-3">{option.status}</span>
          </span>
          <span className="num">{moneyText(option.remaining, currency)}</span>
        </span>
      )}
      load={async (typed, signal) => {
        const params = { account: account.pk }
        const payer = await call(contract.customers.read, { params: { ...params, customer } }, { signal })
        const owners = payer.merged_into === null ? [customer] : [customer, payer.merged_into]
        const found = await Promise.all(
          owners.map((owner) => {
            const query = {
              view: 'open',
              customer: owner,
              filter_currency: currency,
              order_by: 'due_date',
              page_size: '50',
              ...(typed.length >= SHORTEST_SEARCH && { search: typed }),
            } as InvoiceListQuery
            return call(contract.invoices.list, { params, query }, { signal })
          }),
        )
        return found
          .flatMap(({ results }) => results)
          .filter((row) => row.number.toLowerCase().includes(typed.toLowerCase()))
          .map((row) => ({
            id: row.pk,
            label: row.number,
            remaining: row.remaining,
            status: row.customer.pk === customer ? row.status : `${row.status}, ${row.customer.short_name}`,
            owner: row.customer.short_name,
          }))
      }}
    />
  )
}
