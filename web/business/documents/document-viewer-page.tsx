import { getRouteApi } from '@tanstack/react-router'
import { contract } from '../../../contract/index.ts'
import { documentOf } from '../../session/document-of.ts'
import { useSession, useSessionControl } from '../../session/session-context.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DocumentViewer } from '../../ui/document-viewer.tsx'
import { MessagePage } from '../../ui/message-page.tsx'

const route = getRouteApi('/bare/document-viewer')
const DOCUMENTS = [contract.invoices.pdf, contract.creditMemos.pdf]

/** Shows an invoice or a credit memo as its PDF. Only documents of ours, fetched as who is logged in. */
export function DocumentViewerPage() {
  const { pdf_url = '', account = null } = route.useSearch()
  const session = useSessionControl()
  const { signedIn, emailVerified } = useSession()
  const found = documentOf(pdf_url, DOCUMENTS, account)
  if (found === null)
    return (
      <MessagePage
        title="No such document"
        actions={
          <ButtonLink href="/invoices" variant="primary">
            To the invoices
          </ButtonLink>
        }
      >
        Only invoices and credit memos of your own companies are shown here. The address may be mistyped.
      </MessagePage>
    )
  if (!signedIn) {
    const here = new URLSearchParams({ pdf_url, ...(account !== null && { account }) })
    const next = encodeURIComponent(`/document-viewer?${here}`)
    return (
      <MessagePage
        title="Log in to see this document"
        actions={
          <ButtonLink href={`/login?next=${next}`} variant="primary">
            Log in
          </ButtonLink>
        }
      >
        It is shown to people who work in the company.
      </MessagePage>
    )
  }
  if (!emailVerified)
    return (
      <MessagePage
        title="Confirm your email address first"
        actions={
          <ButtonLink href="/check-your-email" variant="primary">
            Check your email
          </ButtonLink>
        }
      >
        Documents are shown once your address is confirmed.
      </MessagePage>
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
