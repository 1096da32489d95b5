import { useAccount } from '../../../session/account-context.ts'
import { type ListRules, type ListSearch, type ListState, useListState } from '../../list-search.ts'
import { cleanFilters, type FilterField, filterParams, resolvePeriods } from './filter-field.ts'

/** State of a list with these filters. `others`: its parameters besides them, of which `clean` drops wrong values. */
export function useFilteredList(
  fields: readonly FilterField[],
  others: readonly string[] = [],
  { clean = (search) => search, orders = [] }: Omit<ListRules, 'resolve'> = {},
): ListState {
  const { today } = useAccount()
  const cleanFields = cleanFilters(fields)
  return useListState([...others, ...filterParams(fields)], {
    clean: (search) => cleanFields(clean(search)),
    resolve: resolvePeriods(fields, today),
    orders,
  })
}

const NARROWING = /^(search|aging|customer|(filter|exclude)_.+)$/

/** True while a search or a filter narrows the list. */
export const isNarrowed = (search: ListSearch): boolean =>
  Object.entries(search).some(([name, value]) => Boolean(value) && NARROWING.test(name))
