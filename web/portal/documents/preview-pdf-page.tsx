import { useSearch } from 'wouter'
import { PreviewedDocument } from './previewed-document.tsx'

/** The page of a preview that was started to see one document as its customer gets it: `url` says which. */
export function PreviewPdfPage() {
  return <PreviewedDocument address={new URLSearchParams(useSearch()).get('url') ?? ''} />
}
