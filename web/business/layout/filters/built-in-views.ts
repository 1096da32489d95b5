import type { ListSearch } from '../../list-search.ts'
import { viewHref } from '../saved-views/list-query.ts'

/** A view of the product: a list's query under a name. */
export interface QueryView {
  readonly id: string
  readonly name: string
  readonly query: Readonly<Record<string, string>>
}

/**
 * Finds the product's view that an address shows, and links all of them. `hidden`: the parameters that the view stands for, which
 * need no chip. The first view is the one without a query.
 */
export function builtInViews(path: string, views: readonly QueryView[], search: ListSearch) {
  const filtersOf = ({ query }: QueryView) => Object.entries(query).filter(([name]) => name !== 'order_by')
  const current =
    views.find((view) => {
      const filters = filtersOf(view)
      return filters.length > 0 && filters.every(([name, value]) => search[name] === value)
    }) ?? views[0]!
  return {
    current: current.id,
    hidden: new Set(filtersOf(current).map(([name]) => name)),
    views: views.map(({ id, name, query }) => ({ id, name, href: viewHref(path, query) })),
  }
}
