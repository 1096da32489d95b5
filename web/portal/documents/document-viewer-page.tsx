import { useSearch } from 'wouter'
import { contract } from '../../../contract/index.ts'
import { documentOf } from '../../session/document-of.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DocumentViewer } from '../../ui/document-viewer.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { browserSession, SITE } from '../portal-session.ts'

const DOCUMENTS = [contract.portal.invoicePdf, contract.payments.receipt]

/** Shows a customer an invoice or a receipt of theirs as its PDF, fetched as who is logged in. */
export function DocumentViewerPage() {
  const { session } = browserSession
  const { signedIn } = session.snapshot()
  const found = documentOf(new URLSearchParams(useSearch()).get('pdf_url') ?? '', DOCUMENTS)
  if (found === null || !signedIn)
    return (
      <MessagePage
        title={found === null ? 'No such document' : 'Log in to see this document'}
        actions={
          <ButtonLink href={SITE} variant="primary">
            {found === null ? 'To your invoices' : 'Log in'}
          </ButtonLink>
        }
      >
        {found === null
          ? 'Only your own invoices and receipts are shown here. The address may be mistyped.'
          : 'You find it in your portal.'}
      </MessagePage>
    )
  const invoice = found.params.invoice!
  return (
    <DocumentViewer
      key={invoice}
      name={found.route === contract.portal.invoicePdf ? 'Invoice' : 'Receipt'}
      load={(signal) => session.call(found.route, { params: found.params }, { signal }) as Promise<Blob>}
      backHref={`${SITE}?tab=2&invoice=${invoice}`}
    />
  )
}
