import type { ReactNode } from 'react'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { ProviderPage } from './provider/provider-page.tsx'
import { UnconnectedPage } from './provider/unconnected-page.tsx'
import { RETURN_STOPS } from './return-stops.ts'

/** Whatever sent somebody back to us: the page that its address is for. */
export function ReturnPage(): ReactNode {
  const page = window.location.pathname.replace(/\/$/, '')
  const stop = RETURN_STOPS[page]
  if (stop === undefined) return <NotFoundPage />
  return 'provider' in stop ? (
    <ProviderPage key={page} page={page} {...stop} />
  ) : (
    <UnconnectedPage key={page} {...stop} />
  )
}
