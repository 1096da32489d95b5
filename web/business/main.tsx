import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SessionProvider } from '../session/session-context.tsx'
import { StorageDisabledDialog } from '../session/storage-disabled-dialog.tsx'
import { NavigateProvider } from '../ui/link.tsx'
import { followTheme } from '../ui/theme.ts'
import { ToastProvider } from '../ui/toast.tsx'
import { browserSession, router } from './router.tsx'

followTheme()
browserSession.start()
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <SessionProvider session={browserSession.session}>
      <NavigateProvider value={(href) => router.history.push(href)}>
        <ToastProvider>
          <RouterProvider router={router} />
          {!browserSession.isStored && <StorageDisabledDialog />}
        </ToastProvider>
      </NavigateProvider>
    </SessionProvider>
  </StrictMode>,
)
