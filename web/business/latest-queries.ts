import type { QueryCache } from '@tanstack/react-query'

/** Number of cached answers for each list, so that Back and the previous page show at once. */
const KEPT = 8

/**
 * Keeps only the latest answers of each list. Page, order, search and filters make a distinct query, as in
 * [account, 'invoices', { page: '2' }]. Queries on screen are never dropped.
 */
export function keepLatestQueries(cache: QueryCache): void {
  cache.subscribe((event) => {
    const { queryKey } = event.query
    const isList = queryKey.length > 2 && typeof queryKey.at(-1) === 'object'
    if (!isList || event.type !== 'updated' || event.action.type !== 'success') return
    const answers = cache.findAll({ queryKey: queryKey.slice(0, -1) }).reverse()
    answers.sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    for (const old of answers.slice(KEPT)) if (old.getObserversCount() === 0) cache.remove(old)
  })
}
