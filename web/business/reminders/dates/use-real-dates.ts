import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { type InvoiceOption, optionOf } from '../preview/invoice-choice.tsx'
import type { RealDates } from './step-dates.ts'
import type { Figures } from './use-figures.ts'

/** Dates of the chosen invoice, or of the open one that is due next; null without open invoices. */
export function useRealDates(chosen: InvoiceOption | null, figures: Figures | undefined): RealDates | null {
  const next = useNextDue()
  const invoice = chosen ?? next
  if (invoice === null || figures === undefined) return null
  const { weekends, holidays } = figures
  return {
    pk: invoice.id,
    number: invoice.label,
    invoiceDate: invoice.invoiceDate,
    dueDate: invoice.dueDate,
    daysOff: { weekends, holidays: new Map(holidays.map(({ day, name }) => [day, name])) },
  }
}

function useNextDue(): InvoiceOption | null {
  const { pk, today } = useAccount()
  const call = useCall()
  const query = { view: 'open', filter_due_date_gte: today, order_by: 'due_date', page_size: '25' } as const
  const { data } = useQuery({
    queryKey: [pk, 'invoices', 'next-due', query],
    queryFn: ({ signal }) => call(contract.invoices.list, { params: { account: pk }, query }, { signal }),
  })
  const [row] = data?.results ?? []
  return row === undefined ? null : optionOf(row)
}
