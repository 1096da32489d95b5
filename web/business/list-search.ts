import { useNavigate, useSearch } from '@tanstack/react-router'

/** State of a list in the address: text values only, empty ones left out. */
export type ListSearch = Readonly<Record<string, string | undefined>>

/** Keeps the named parameters of an address as text, and drops the rest. */
const readListSearch =
  (names: readonly string[]) =>
  (search: Record<string, unknown>): ListSearch =>
    Object.fromEntries(
      ['page', 'page_size', 'search', 'order_by', 'columns', ...names].flatMap((name) => {
        const value = search[name]
        return value === undefined || value === null || value === '' ? [] : [[name, String(value)]]
      }),
    )

/** Returns the `clean` of a list that has pages and one of these states. */
export const cleanState =
  (states: readonly string[]) =>
  ({ page, page_size, state }: ListSearch): ListSearch => ({
    ...(page !== undefined && { page }),
    ...(page_size !== undefined && { page_size }),
    ...(state !== undefined && states.includes(state) && { state }),
  })

export interface ListState {
  readonly search: ListSearch
  /** Query of the list's API call. */
  readonly query: Record<string, string>
  readonly page: number
  readonly pageSize: number
  /** Parameters of the address whose values make no sense; they do not count. */
  readonly dropped: readonly string[]
  /**
   * Changes parameters. Any change besides the page returns to the first page. Adds an entry to the history, unless
   * the search changes or `replace` is set.
   */
  set(changes: Record<string, string | undefined>, options?: { replace?: boolean }): void
}

const DEFAULT_PAGE_SIZE = 25

/**
 * Returns the list's state from its known query parameters, and functions to change it. The state is in the
 * address, so Back, Forward and links work. `clean` drops values that the API would refuse; `resolve` replaces those that only the
 * address knows, such as periods.
 */
export function useListState(
  names: readonly string[],
  clean: (search: ListSearch) => ListSearch = (search) => search,
  resolve: (query: Readonly<Record<string, string>>) => Record<string, string> = (query) => ({ ...query }),
): ListState {
  const asked = readListSearch(names)(useSearch({ strict: false }))
  const search = clean(asked)
  const navigate = useNavigate()
  const given = Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  // Columns are drawn here; the server sends all.
  const { columns: _columns, ...query } = given
  return {
    search,
    query: resolve({ page_size: String(DEFAULT_PAGE_SIZE), ...query }),
    dropped: Object.keys(asked).filter((name) => search[name] === undefined),
    page: Number(search.page ?? 1),
    pageSize: Number(search.page_size ?? DEFAULT_PAGE_SIZE),
    set(changes, options) {
      const next = { ...given, ...('page' in changes ? {} : { page: undefined }), ...changes }
      const kept = Object.fromEntries(
        Object.entries(next).filter(([, value]) => value !== undefined && value !== ''),
      )
      void navigate({ to: '.', search: kept as never, replace: options?.replace ?? 'search' in changes })
    },
  }
}
