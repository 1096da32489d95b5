import { getRouteApi } from '@tanstack/react-router'
import { contract } from '../../../contract/index.ts'
import { documentOf } from '../../session/calls/document-of.ts'
import { useSession, useSessionControl } from '../../session/session-context.tsx'
import { SignpostPage } from '../../ui/layout/signpost-page.tsx'
import { DocumentViewer } from '../../ui/pdf/document-viewer.tsx'
import { PLAN_PATH, STATEMENTS_PATH } from '../paths.ts'

const route = getRouteApi('/bare/document-viewer')
const DOCUMENTS = [
  contract.invoices.pdf,
  contract.creditMemos.pdf,
  contract.statementSending.pdf,
  contract.billing.invoicePdf,
]

/** Shows the PDF of an invoice, credit memo, issued statement or invoice from Quittance. Fetches only documents of this API, as the signed-in user. */
export function DocumentViewerPage() {
  const { pdf_url = '', account = null } = route.useSearch()
  const session = useSessionControl()
  const { signedIn, emailVerified } = useSession()
  const found = documentOf(pdf_url, DOCUMENTS, account)
  if (found === null)
    return (
      <SignpostPage title="Document not found" href="/invoices" label="Go to invoices">
        You can only view your companies’ invoices, credit memos and statements. Check the address.
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
      {...presentDocument(found)}
    />
  )
}

/** Name of a document, and the page that it belongs to. */
function presentDocument({ route: { path }, params }: NonNullable<ReturnType<typeof documentOf>>) {
  if (path === contract.invoices.pdf.path) return { name: 'Invoice', backHref: `/invoices/${params.invoice}` }
  if (path === contract.creditMemos.pdf.path)
    return { name: 'Credit memo', backHref: `/credit-memos/${params.memo}` }
  if (path === contract.billing.invoicePdf.path) return { name: 'Invoice', backHref: PLAN_PATH }
  return { name: 'Statement', backHref: STATEMENTS_PATH }
}
