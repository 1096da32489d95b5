import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import type { ComboboxOption } from '../../../ui/combobox/combobox-options.ts'
import { moneyText } from '../../../ui/text/money-text.ts'
import type { InvoiceListQuery, InvoiceRow } from '../../invoices/invoice-look.ts'

export interface InvoiceOption extends ComboboxOption {
  readonly customer: string
  readonly remaining: string
  readonly invoiceDate: string
  readonly dueDate: string
}

/** A row of the list of invoices as an option. */
export const optionOf = (row: InvoiceRow): InvoiceOption => ({
  id: row.pk,
  label: row.number,
  customer: row.customer.short_name,
  remaining: moneyText(row.remaining, row.currency),
  invoiceDate: row.invoice_date,
  dueDate: row.due_date,
})

const SHORTEST_SEARCH = 3

/** Chooses the invoice that a preview or a flow’s dates are about, by its number or customer. */
export function InvoiceChoice({
  value,
  onChange,
  label = 'Invoice',
  placeholder = 'The longest due one',
}: {
  value: InvoiceOption | null
  onChange: (option: InvoiceOption | null) => void
  label?: string
  placeholder?: string
}) {
  const { pk } = useAccount()
  const call = useCall()
  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      value={value}
      onChange={onChange}
      renderOption={(option) => (
        <span className="flex items-baseline justify-between gap-4">
          <span className="min-w-0 truncate">
            {option.label} <span className="text-ink-3">{option.customer}</span>
          </span>
          <span className="num">{option.remaining}</span>
        </span>
      )}
      load={async (typed, signal) => {
        const query: InvoiceListQuery = {
          view: 'all',
          order_by: 'due_date',
          page_size: '25',
          ...(typed.length >= SHORTEST_SEARCH && { search: typed }),
        }
        const { results } = await call(contract.invoices.list, { params: { account: pk }, query }, { signal })
        return results.filter((row) => row.state !== 'draft').map(optionOf)
      }}
    />
  )
}
