import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { documentOf } from '../../session/calls/document-of.ts'
import { t } from '../../ui/language/text.ts'
import { SignpostPage } from '../../ui/layout/signpost-page.tsx'
import { DocumentViewer } from '../../ui/pdf/document-viewer.tsx'
import { browserSession, LOGIN, SITE } from '../portal-session.ts'

const DOCUMENTS = [
  contract.portal.invoicePdf,
  contract.payments.receipt,
  contract.ownPayments.receipt,
  contract.ownCreditMemos.pdf,
]

/** The document of an address, as its customer gets it. Another customer's document is treated as missing. */
export function CustomerDocument({ address }: { address: string }) {
  const { session } = browserSession
  const found = documentOf(address, DOCUMENTS)
  const [missing, setMissing] = useState<string | null>(null)
  if (found === null || missing === address)
    return (
      <SignpostPage title={t('Document not found')} href={SITE} label={t('Go to invoices')}>
        {t('The address may be mistyped, or the invoice may have been voided.')}
      </SignpostPage>
    )
  if (!session.snapshot().signedIn)
    return (
      <SignpostPage title={t('Log in to see this document')} href={LOGIN} label={t('Log in')}>
        {t('You’ll find it in your portal.')}
      </SignpostPage>
    )
  return (
    <DocumentViewer
      key={address}
      name={nameOf(found.params, found.route === contract.portal.invoicePdf)}
      load={async (signal) => {
        try {
          return (await session.call(found.route, { params: found.params }, { signal })) as Blob
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) setMissing(address)
          throw error
        }
      }}
      backHref={`${SITE}?${backOf(found.params)}`}
    />
  )
}

/** The page that the document was opened from. */
const backOf = ({ invoice, payment, memo }: Params): string => {
  if (memo !== undefined) return `tab=credit&memo=${memo}`
  return invoice === undefined ? `tab=payments&payment=${payment}` : `tab=2&invoice=${invoice}`
}

function nameOf({ memo }: Params, isInvoice: boolean): string {
  if (memo !== undefined) return t('Credit memo')
  return isInvoice ? t('Invoice') : t('Receipt')
}

type Params = Readonly<Record<string, string>>
