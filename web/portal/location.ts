import { useMemo } from 'react'
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'

// The portal's addresses have no parameters in their paths, so wouter's matching of routes stays out of the first download.
export { navigate, usePathname, useSearch }

type Change = (before: URLSearchParams) => URLSearchParams

/** The query of the address, and a function that changes it. */
export function useSearchParams(): [
  URLSearchParams,
  (change: Change, options?: { replace?: boolean }) => void,
] {
  const search = useSearch()
  return [useMemo(() => new URLSearchParams(search), [search]), setSearchParams]
}

/** Reads the address itself, so that two changes in one event add up. */
const setSearchParams = (change: Change, options?: { replace?: boolean }): void => {
  const query = change(new URLSearchParams(window.location.search)).toString()
  navigate(window.location.pathname + (query && `?${query}`), options)
}
