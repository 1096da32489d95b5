import { QueryClient } from '@tanstack/react-query'

/** For screens that show what customers do meanwhile: asked again every half minute while they are looked at, and when
 * one comes back to them. */
export const LIVE = { refetchInterval: 30_000, refetchOnWindowFocus: 'always' } as const

/** What screens have asked the server for. Loaded with the first screen that needs it: signing in does not. */
export const queryClient = new QueryClient({
  // The typed client retries by itself, on 5xx only.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
})
