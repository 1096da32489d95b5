import { QueryClient } from '@tanstack/react-query'

/** What screens have asked the server for. Loaded with the first screen that needs it: signing in does not. */
export const queryClient = new QueryClient({
  // The typed client retries by itself, on 5xx only.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
})
