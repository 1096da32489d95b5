import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { FilterChip } from '../../../ui/table/filter-chip.tsx'
import { DroppedFilters } from '../../layout/dropped-filters.tsx'
import { ExportMenu } from '../../layout/export-menu.tsx'
import type { ListState } from '../../list-search.ts'
import { type FilterId, filterChips, withoutFilter, withoutFilters } from './invoice-filters.ts'

const FilterDialog = lazyWithRetry(() => import('./filter-dialog.tsx'), 'FilterDialog')

const OFFERED = [
  { id: 'remaining', label: 'Remaining' },
  { id: 'overdue', label: 'Days overdue' },
  { id: 'due', label: 'Due date' },
  { id: 'dated', label: 'Invoice date' },
  { id: 'customer', label: 'Customer' },
  { id: 'aging', label: 'Age' },
  { id: 'currency', label: 'Currency' },
] as const

/** Search and filters of the list: a chip for each active filter, and a menu to add one. */
export function ListToolbar({ list, columns }: { list: ListState; columns: ReactNode }) {
  const account = useAccount()
  const call = useCall()
  const [editing, setEditing] = useState<FilterId | null>(null)
  const customerId = list.search.customer
  const customer = useQuery({
    queryKey: [account.pk, 'customer', customerId],
    queryFn: ({ signal }) =>
      call(
        contract.customers.read,
        { params: { account: account.pk, customer: customerId ?? '' } },
        { signal },
      ),
    enabled: customerId !== undefined,
  })
  const chips = filterChips(list.search, {
    customer: customer.data?.short_name ?? '…',
    dates: account.date_format,
    currency: account.currency,
  })
  const open = OFFERED.filter((offer) => !chips.some((chip) => chip.id === offer.id))
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pt-3 pb-2 md:px-6">
      <SearchField
        value={list.search.search ?? ''}
        onSearch={(search) => list.set({ search })}
        label="Search invoices"
        placeholder="Search"
        className="max-sm:w-full max-sm:flex-none"
      />
      {chips.map(({ id, name, value }) => (
        <FilterChip
          key={id}
          name={name}
          value={value}
          onClick={() => setEditing(id)}
          onRemove={() => list.set(withoutFilter(id))}
        />
      ))}
      {open.length > 0 && (
        <Menu
          align="start"
          trigger={
            <Button variant="dashed" icon={<Plus />}>
              Filter
            </Button>
          }
          items={open.map(({ id, label }) => ({ id, label, onSelect: () => setEditing(id) }))}
        />
      )}
      <DroppedFilters list={list} />
      {chips.length > 1 && (
        <Button variant="bare" onClick={() => list.set(withoutFilters())}>
          Clear filters
        </Button>
      )}
      <ExportMenu list={list} route={contract.invoices.export} name="Invoices" />
      {columns}
      <Suspense>
        {editing && (
          <FilterDialog
            filter={editing}
            search={list.search}
            customer={
              customer.data && customerId
                ? {
                    id: customerId,
                    label: customer.data.short_name,
                    email: customer.data.email,
                    currency: customer.data.currency,
                    terms: customer.data.terms,
                  }
                : null
            }
            onApply={(changes) => list.set(changes)}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
