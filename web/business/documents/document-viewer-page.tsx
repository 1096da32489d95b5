import { getRouteApi } from '@tanstack/react-router'
import { contract } from '../../../contract/index.ts'
import { documentOf } from '../../session/calls/document-of.ts'
import { useSession, useSessionControl } from '../../session/session-context.tsx'
import { SignpostPage } from '../../ui/layout/signpost-page.tsx'
import { DocumentViewer } from '../../ui/pdf/document-viewer.tsx'

const route = getRouteApi('/bare/document-viewer')
const DOCUMENTS = [contract.invoices.pdf, contract.creditMemos.pdf]

/** Shows the PDF of an invoice or credit memo. Fetches only documents of this API, as the signed-in user. */
export function DocumentViewerPage() {
  const { pdf_url = '', account = null } = route.useSearch()
  const session = useSessionControl()
  const { signedIn, emailVerified } = useSession()
  const found = documentOf(pdf_url, DOCUMENTS, account)
  if (found === null)
    return (
      <SignpostPage title="Document not found" href="/invoices" label="Go to invoices">
        You can only view your companies’ invoices and credit memos. Check the address.
      </SignpostPage>
    )
  if (!signedIn) {
    const here = new URLSearchParams({ pdf_url, ...(account !== null && { account }) })
    const next = encodeURIComponent(`/document-viewer?${here}`)
    return (
      <SignpostPage title="Log in to see this document" href={`/login?next=${next}`} label="Log in">
        Only people in the company can view it.
      </SignpostPage>
    )
  }
  if (!emailVerified)
    return (
      <SignpostPage
        title="Confirm your email address first"
        href="/check-your-email"
        label="Check your email"
      >
        You can view documents after confirming your address.
      </SignpostPage>
    )
  return (
    <DocumentViewer
      key={pdf_url}
      load={(signal) => session.call(found.route, { params: found.params }, { signal }) as Promise<Blob>}
      name={found.route === contract.invoices.pdf ? 'Invoice' : 'Credit memo'}
      backHref={
        found.route === contract.invoices.pdf
          ? `/invoices/${found.params.invoice}`
          : `/credit-memos/${found.params.memo}`
      }
    />
  )
}
