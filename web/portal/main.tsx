import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { navigate } from 'wouter/use-browser-location'
import { NavigateProvider } from '../ui/link.tsx'
import { PortalRoutes } from './routes.tsx'

const queryClient = new QueryClient({
  // The typed client retries by itself, on 5xx only.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
})

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <NavigateProvider value={(href) => navigate(href)}>
        <PortalRoutes />
      </NavigateProvider>
    </QueryClientProvider>
  </StrictMode>,
)
