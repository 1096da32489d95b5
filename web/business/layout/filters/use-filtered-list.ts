import { useAccount } from '../../../session/account-context.ts'
import { type ListSearch, type ListState, useListState } from '../../list-search.ts'
import { cleanFilters, type FilterField, filterParams, resolvePeriods } from './filter-field.ts'

/** State of a list with these filters. `others`: its parameters besides them; `clean` drops wrong values of those. */
export function useFilteredList(
  fields: readonly FilterField[],
  others: readonly string[] = [],
  clean: (search: ListSearch) => ListSearch = (search) => search,
): ListState {
  const { today } = useAccount()
  const cleanFields = cleanFilters(fields)
  return useListState(
    [...others, ...filterParams(fields)],
    (search) => cleanFields(clean(search)),
    resolvePeriods(fields, today),
  )
}

const NARROWING = /^(search|aging|customer|(filter|exclude)_.+)$/

/** True while a search or a filter narrows the list. */
export const isNarrowed = (search: ListSearch): boolean =>
  Object.entries(search).some(([name, value]) => Boolean(value) && NARROWING.test(name))
