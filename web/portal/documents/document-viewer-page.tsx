import { Suspense } from 'react'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { useSearch } from '../location.ts'
import { isPreview } from '../preview/preview-store.ts'
import { CustomerDocument } from './customer-document.tsx'

/** Loaded only when shown. */
const PreviewedDocument = lazyWithRetry(() => import('./previewed-document.tsx'), 'PreviewedDocument')

/**
 * Shows a customer the PDF of one of their invoices or receipts, fetched as the signed-in user. `pdf_url`
 * names the document; `url` does at the address that is always a preview.
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
