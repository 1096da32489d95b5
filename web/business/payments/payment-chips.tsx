import { formatDate, isCalendarDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { FilterChip } from '../../ui/table/filter-chip.tsx'
import type { ListState } from '../list-search.ts'

/** Chips for active filters that the views above don't show, each removable. */
export function PaymentChips({
  list,
  customer,
}: {
  list: ListState
  /** Name of the customer whose payments are shown, taken from the payments found. */
  customer: string | undefined
}) {
  const { date_format } = useAccount()
  const { search } = list
  const day = (value: string | undefined) =>
    value && (isCalendarDate(value) ? formatDate(value, date_format) : value)
  const chips = [
    ['customer', 'Customer is', search.customer && (customer ?? 'this one')],
    ['filter_created_gte', 'Since', day(search.filter_created_gte)],
    ['filter_created_lte', 'Until', day(search.filter_created_lte)],
    ['filter_total_currency', 'Currency is', search.filter_total_currency],
  ] as const
  return chips.map(
    ([param, name, value]) =>
      value && (
        <FilterChip key={param} name={name} value={value} onRemove={() => list.set({ [param]: undefined })} />
      ),
  )
}
