// Stands first: a preview's code leaves the address before anything is fetched.
import './preview/arrival.ts'
// Then what is asked of the server while the rest of this file runs.
import './pay/opening.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { navigate } from 'wouter/use-browser-location'
import { NavigateProvider } from '../ui/layout/link.tsx'
import { preloadPayPage } from './pay/pay-page.tsx'
import { PortalRoutes, preloadPage } from './routes.tsx'

/** In another website's frame the session may lie in a cookie, so that the server has to be asked first. */
async function resumeFramed(): Promise<void> {
  if (window.top === window.self) return
  // A page that can't fetch its parts reports that itself.
  await import('./portal-session.ts').then(({ framedSession }) => framedSession).catch(() => {})
}

async function start(): Promise<void> {
  const place = document.getElementById('app')!
  // What the server wrote into the page stays in sight until the app's first picture takes its place.
  await Promise.all([
    place.firstChild ? preloadPayPage() : preloadPage(window.location.pathname),
    resumeFramed(),
  ])
  const root = createRoot(place)
  // In slices, between which the browser can paint and answer: a slow processor needs long for the whole.
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

// Not awaited here: the pages import parts of this file, which they get only when it has run to its end.
void start()
