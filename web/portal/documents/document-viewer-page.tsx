import { Suspense } from 'react'
import { useSearch } from 'wouter'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { isPreview } from '../preview/preview-store.ts'
import { CustomerDocument } from './customer-document.tsx'

/** Fetched by those alone who come to see it. */
const PreviewedDocument = lazyWithRetry(() => import('./previewed-document.tsx'), 'PreviewedDocument')

/**
 * Shows a customer an invoice or a receipt of theirs as its PDF, fetched as who is logged in. `pdf_url` says which; `url` at
 * the address that is always a preview.
 */
export function DocumentViewerPage() {
  const query = new URLSearchParams(useSearch())
  const address = query.get('pdf_url') ?? query.get('url') ?? ''
  if (!isPreview) return <CustomerDocument address={address} />
  return (
    <Suspense>
      <PreviewedDocument address={address} />
    </Suspense>
  )
}
