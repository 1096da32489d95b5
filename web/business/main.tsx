import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { SessionProvider } from '../session/session-context.tsx'
import { lazyWithRetry } from '../ui/layout/lazy-with-retry.ts'
import { NavigateProvider } from '../ui/layout/link.tsx'
import { ToastProvider } from '../ui/overlay/toast.tsx'
import { followTheme } from '../ui/theme/theme.ts'
import { browserSession, router } from './router.tsx'

/** Loaded only when the browser stores nothing. */
const StorageDisabledDialog = lazyWithRetry(
  () => import('../session/storage/storage-disabled-dialog.tsx'),
  'StorageDisabledDialog',
)

followTheme()
browserSession.start()
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <SessionProvider session={browserSession.session}>
      <NavigateProvider value={(href) => router.history.push(href)}>
        <ToastProvider>
          <RouterProvider router={router} />
          <Suspense>{!browserSession.isStored && <StorageDisabledDialog />}</Suspense>
        </ToastProvider>
      </NavigateProvider>
    </SessionProvider>
  </StrictMode>,
)
