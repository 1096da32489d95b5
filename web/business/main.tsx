import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { NavigateProvider } from '../ui/link.tsx'
import { followTheme } from '../ui/theme.ts'
import { ToastProvider } from '../ui/toast.tsx'
import { router } from './router.tsx'

const queryClient = new QueryClient({
  // The typed client retries by itself, on 5xx only.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
})

followTheme()
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <NavigateProvider value={(href) => router.history.push(href)}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </NavigateProvider>
    </QueryClientProvider>
  </StrictMode>,
)
