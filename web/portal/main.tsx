import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { navigate } from 'wouter/use-browser-location'
import { NavigateProvider } from '../ui/link.tsx'
import { PortalRoutes, preloadPage } from './routes.tsx'

async function start(): Promise<void> {
  await preloadPage(window.location.pathname)
  createRoot(document.getElementById('app')!).render(
    <StrictMode>
      <NavigateProvider value={(href) => navigate(href)}>
        <PortalRoutes />
      </NavigateProvider>
    </StrictMode>,
  )
}

// Not awaited here: the pages import parts of this file, which they get only when it has run to its end.
void start()
