import type { QueryCache } from '@tanstack/react-query'

/** Answers of one list that are kept, so that Back and a look at the page before show them at once. */
const KEPT = 8

/**
 * Of each list only the latest answers are kept, to as many distinct queries: page, order, search and filters make one, as
 * in [account, 'invoices', { page: '2' }]. What is on the screen stays in any case.
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
