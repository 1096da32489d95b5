// Must be the first import: it removes a preview's code from the address before anything is fetched.
import './preview/arrival.ts'
// Starts the first requests while the rest of this file runs.
import './pay/opening.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { NavigateProvider } from '../ui/layout/link.tsx'
import { navigate } from './location.ts'
import { preloadPayPage } from './pay/pay-page.tsx'
import { PortalRoutes, preloadPage } from './routes.tsx'

/** An embedded portal's session may be in a cookie, so the server is asked first. */
async function resumeFramed(): Promise<void> {
  if (window.top === window.self) return
  // A page reports by itself when its parts can't be loaded.
  await import('./portal-session.ts').then(({ framedSession }) => framedSession).catch(() => {})
}

async function start(): Promise<void> {
  const place = document.getElementById('app')!
  // The server's first paint stays until the app's first render replaces it.
  await Promise.all([
    place.firstChild ? preloadPayPage() : preloadPage(window.location.pathname),
    resumeFramed(),
  ])
  const root = createRoot(place)
  // Rendered in slices, so that the browser can paint and respond in between on a slow processor.
  startTransition(() =>
    root.render(
      <StrictMode>
        <NavigateProvider value={(href) => navigate(href)}>
          <PortalRoutes />
        </NavigateProvider>
      </StrictMode>,
    ),
  )
}

// Not awaited: the pages import parts of this file, which are ready only when it has run to its end.
void start()
