import { useNavigate, useSearch } from '@tanstack/react-router'

/** A list's state as it stands in the address: all of it text, what is empty left out. */
export type ListSearch = Readonly<Record<string, string | undefined>>

/** Keeps the named parameters of an address as text, and drops the rest. */
export const readListSearch =
  (names: readonly string[]) =>
  (search: Record<string, unknown>): ListSearch =>
    Object.fromEntries(
      ['page', 'page_size', 'search', 'order_by', ...names].flatMap((name) => {
        const value = search[name]
        return value === undefined || value === null || value === '' ? [] : [[name, String(value)]]
      }),
    )

export interface ListState {
  readonly search: ListSearch
  /** What the list's call takes. */
  readonly query: Record<string, string>
  readonly page: number
  readonly pageSize: number
  /** Changes parameters; anything but the page goes back to the first one. */
  set(changes: Record<string, string | undefined>): void
}

const DEFAULT_PAGE_SIZE = 25

/**
 * The list's state and how to change it, of the parameters that the list knows. Back and forward work, and a link can
 * be sent. `clean` leaves out values that the list would not accept.
 */
export function useListState(
  names: readonly string[],
  clean: (search: ListSearch) => ListSearch = (search) => search,
): ListState {
  const search = clean(readListSearch(names)(useSearch({ strict: false })))
  const navigate = useNavigate()
  const query = Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return {
    search,
    query: { page_size: String(DEFAULT_PAGE_SIZE), ...query },
    page: Number(search.page ?? 1),
    pageSize: Number(search.page_size ?? DEFAULT_PAGE_SIZE),
    set(changes) {
      const next = { ...query, ...('page' in changes ? {} : { page: undefined }), ...changes }
      const kept = Object.fromEntries(
        Object.entries(next).filter(([, value]) => value !== undefined && value !== ''),
      )
      void navigate({ to: '.', search: kept as never, replace: 'search' in changes })
    },
  }
}
