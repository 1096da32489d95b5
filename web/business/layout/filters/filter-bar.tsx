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
import type { ListState } from '../../list-search.ts'
import { DroppedFilters } from '../dropped-filters.tsx'
import {
  type ActiveFilter,
  activeFilters,
  type FilterField,
  withCondition,
  withoutFilters,
} from './filter-field.ts'
import { filterWords } from './filter-words.ts'

const FilterDialog = lazyWithRetry(() => import('./filter-dialog.tsx'), 'FilterDialog')

type Edited = Pick<ActiveFilter, 'field' | 'params'> & {
  readonly condition: ActiveFilter['condition'] | null
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Search and filters of a list: a chip for each condition, pressed to change it, and a menu to add one. `children`: the list's own
 * filters, before the menu; `tools`: export and columns, at the end; `hidden`: parameters that the list's view stands for.
 */
export function FilterBar({
  list,
  fields,
  search,
  placeholder = 'Search',
  hidden = NONE,
  children,
  tools,
}: {
  list: ListState
  fields: readonly FilterField[]
  /** 'Search invoices'; null for a list without a search. */
  search: string | null
  placeholder?: string
  hidden?: ReadonlySet<string>
  children?: ReactNode
  tools: ReactNode
}) {
  const account = useAccount()
  const [edited, setEdited] = useState<Edited | null>(null)
  const customer = useChosenCustomer(list, fields)
  const active = activeFilters(fields, list.search).filter(
    ({ params }) => !params.every((name) => hidden.has(name)),
  )
  const texts = {
    customer: customer?.label ?? '…',
    dates: account.date_format,
    currency: account.currency,
  }
  const open = fields.filter(({ id }) => !active.some(({ field }) => field.id === id))
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pt-3 pb-2 md:px-6">
      {search !== null && (
        <SearchField
          value={list.search.search ?? ''}
          onSearch={(text) => list.set({ search: text })}
          label={search}
          placeholder={placeholder}
          className="max-sm:w-full max-sm:flex-none"
        />
      )}
      {active.map((one) => (
        <FilterChip
          key={one.params.join()}
          {...filterWords(one, texts)}
          onClick={() => setEdited(one)}
          onRemove={() => list.set(withoutFilters([one]))}
        />
      ))}
      {children}
      {open.length > 0 && (
        <Menu
          align="start"
          trigger={
            <Button variant="dashed" icon={<Plus />}>
              Filter
            </Button>
          }
          items={open.map((field) => ({
            id: field.id,
            label: field.label,
            onSelect: () => setEdited({ field, params: [], condition: null }),
          }))}
        />
      )}
      <DroppedFilters list={list} className="order-last" />
      {active.length > 1 && (
        <Button variant="bare" onClick={() => list.set(withoutFilters(active))}>
          Clear filters
        </Button>
      )}
      {tools}
      <Suspense>
        {edited && (
          <FilterDialog
            field={edited.field}
            condition={edited.condition}
            customer={customer}
            onApply={(condition) =>
              list.set({
                ...withoutFilters([edited]),
                ...(condition && withCondition(edited.field, condition)),
              })
            }
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** The customer by whom the list is filtered, once loaded. */
function useChosenCustomer(list: ListState, fields: readonly FilterField[]) {
  const account = useAccount()
  const call = useCall()
  const field = fields.find(({ kind }) => kind === 'customer')
  const id = field && list.search[field.id]
  const { data } = useQuery({
    queryKey: [account.pk, 'customer', id],
    queryFn: ({ signal }) =>
      call(contract.customers.read, { params: { account: account.pk, customer: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  })
  if (id === undefined || data === undefined) return null
  const { short_name: label, email, currency, terms } = data
  return { id, label, email, currency, terms }
}
