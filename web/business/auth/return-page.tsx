import type { ReactNode } from 'react'
import { SIGN_IN_PROVIDERS } from '../../../domain/people/sign-in-providers.ts'
import { NotFoundPage } from '../layout/not-found-page.tsx'
import { BooksReturnPage } from './books-return-page.tsx'
import { ProcessorReturnPage } from './processor-return-page.tsx'
import { ProviderPage } from './provider/provider-page.tsx'
import { UnconnectedPage } from './provider/unconnected-page.tsx'
import { RETURN_STOPS } from './return-stops.ts'
import { isBooksTrip } from './trips/books-trip.ts'

/** Chooses the page for a callback address, whichever service redirected here. */
export function ReturnPage(): ReactNode {
  const page = window.location.pathname.replace(/\/$/, '')
  const stop = RETURN_STOPS[page]
  if (stop === undefined) return <NotFoundPage />
  if ('connects' in stop) return <ProcessorReturnPage key={page} provider={stop.connects} {...stop} />
  if ('alsoBooks' in stop && stop.alsoBooks !== undefined && cameFromBooks(stop.alsoBooks))
    return (
      <BooksReturnPage key={page} provider={stop.alsoBooks} name={SIGN_IN_PROVIDERS[stop.provider].name} />
    )
  if ('books' in stop) return <BooksReturnPage key={page} provider={stop.books} name={stop.name} />
  return 'provider' in stop ? (
    <ProviderPage key={page} page={page} {...stop} />
  ) : (
    <UnconnectedPage key={page} {...stop} />
  )
}

const cameFromBooks = (provider: string): boolean =>
  isBooksTrip(provider, new URLSearchParams(window.location.search))
