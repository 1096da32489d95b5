import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../session/calls/api-error.ts'
import { keepLatestQueries } from './latest-queries.ts'

/** For screens that show customers' activity: refetched every 30 seconds while on screen, and on focus. */
export const LIVE = { refetchInterval: 30_000, refetchOnWindowFocus: 'always' } as const

const GATES: ReadonlySet<string> = new Set([
  'subscription_inactive',
  'account_blocked',
  'account_closed',
  'second_factor_required',
])

/** Refetches the account when a call reports a closed gate, so that the gates see the new state. */
function onError(error: Error): void {
  if (!(error instanceof ApiError) || !GATES.has(error.code ?? '')) return
  void queryClient.invalidateQueries({ queryKey: ['accounts'] })
}

/** The cache of API answers. Loaded with the first screen that needs it; login does not. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // The typed client retries by itself, on 5xx only.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
})

keepLatestQueries(queryClient.getQueryCache())
