import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../session/calls/api-error.ts'
import { keepLatestQueries } from './latest-queries.ts'

/** For screens that show what customers do meanwhile: asked again every half minute while they are looked at, and when
 * one comes back to them. */
export const LIVE = { refetchInterval: 30_000, refetchOnWindowFocus: 'always' } as const

const GATES: ReadonlySet<string> = new Set(['subscription_inactive', 'second_factor_required'])

/** A gate that was shut while a page is open: the account, asked anew, says so to the gates. */
function onError(error: Error): void {
  if (!(error instanceof ApiError) || !GATES.has(error.code ?? '')) return
  void queryClient.invalidateQueries({ queryKey: ['accounts'] })
}

/** What screens have asked the server for. Loaded with the first screen that needs it: signing in does not. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // The typed client retries by itself, on 5xx only.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
})

keepLatestQueries(queryClient.getQueryCache())
