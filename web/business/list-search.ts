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

/** Values that the API accepts. A search has no control characters and no half surrogates. */
const ACCEPTED: Readonly<Record<string, RegExp>> = {
  page: /^[1-9]\d{0,5}$/,
  page_size: /^([125]0|5|25|100)$/,
  search: /^([^\p{Cc}\p{Cs}]|[\t\n\r]){0,100}$/u,
}

/** Drops pages, searches and orders that the API would refuse, so that a mistyped link still shows the list. */
export const cleanPaging = (search: ListSearch, orders: readonly string[]): ListSearch =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value = '']) =>
      name === 'order_by'
        ? orders.includes(value.replace(/^[-+ ]/, ''))
        : (ACCEPTED[name]?.test(value.trim()) ?? true),
    ),
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
  /** Parameters of the address that make no sense, with their values; they do not count. */
  readonly dropped: readonly (readonly [name: string, value: string])[]
  /**
   * Changes parameters. Any change besides the page returns to the first page. Adds an entry to the history, unless
   * the search changes or `replace` is set.
   */
  set(changes: Record<string, string | undefined>, options?: { replace?: boolean }): void
}

const DEFAULT_PAGE_SIZE = 25

export interface ListRules {
  /** Drops values that the API would refuse. */
  readonly clean?: (search: ListSearch) => ListSearch
  /** Replaces values that only the address knows, such as periods. */
  readonly resolve?: (query: Readonly<Record<string, string>>) => Record<string, string>
  /** Columns by which the API sorts the list; none by default. */
  readonly orders?: readonly string[]
}

/**
 * Returns the list's state from its known query parameters, and functions to change it. The state is in the
 * address, so Back, Forward and links work.
 */
export function useListState(
  names: readonly string[],
  { clean = (search) => search, resolve = (query) => ({ ...query }), orders = [] }: ListRules = {},
): ListState {
  const written: Record<string, unknown> = useSearch({ strict: false })
  const known = readListSearch(names)(written)
  const search = cleanPaging(clean(known), orders)
  const navigate = useNavigate()
  const given = Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  // Columns are drawn here; the server sends all.
  const { columns: _columns, ...query } = given
  return {
    search,
    query: resolve({ page_size: String(DEFAULT_PAGE_SIZE), ...query }),
    // Filters that the list doesn't have are among them.
    dropped: Object.entries(written).flatMap(([name, value]) =>
      (name in known || /^(filter|exclude)_./.test(name)) && !search[name] && value
        ? [[name, String(value)] as const]
        : [],
    ),
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
