import { ArrowLeft, FileText } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { addressOf } from '../../session/calls/call.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { useCall } from '../../session/session-context.tsx'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import type { CustomerAccount } from '../account/use-account.ts'
import { useSearchParams } from '../location.ts'
import { usePortalPayer } from '../methods/use-portal-payer.ts'
import { AnswerButton } from '../pay/answers/answer-button.tsx'
import { AnswerNotes } from '../pay/answers/answer-notes.tsx'
import { DownloadButton } from '../pay/download-button.tsx'
import { invoiceLook, isPositive, leftToPay } from '../pay/invoice-look.ts'
import { MoreWays } from '../pay/other-ways/more-ways.tsx'
import { type PayableInvoice, type PayerPayment, PayerProvider } from '../pay/payer.ts'
import { PaymentProgress } from '../pay/payment-progress.tsx'
import { InvoiceDocument } from './invoice-document.tsx'
import { PayInvoiceDialog } from './pay-invoice-dialog.tsx'

const PAY = 'pay'
const NOT_FOUND = t("We couldn't find the details of the invoice, this could mean it has been paid.")

/** One invoice in the portal: the document, and beside it the remaining amount and the payments. */
export function InvoiceView({
  invoiceId,
  backHref,
  account,
  company,
}: {
  invoiceId: string
  /** Path of the list, with its state. */
  backHref: string
  account: CustomerAccount
  company: PortalCompany
}) {
  const call = useCall()
  const invoice = useQuery({
    key: ['portal-invoice', invoiceId, account.pk],
    ask: (signal) => call(contract.portal.invoice, { params: { invoice: invoiceId } }, { signal }),
  })
  const unknown = invoice.error instanceof ApiError && invoice.error.status === 404
  return (
    <div className="grid gap-5">
      <Link
        href={backHref}
        className="-my-2 inline-flex items-center gap-1.5 justify-self-start py-2 text-14 text-ink-2 hover:text-ink"
      >
        <ArrowLeft /> {t('All Invoices')}
      </Link>
      {invoice.data ? (
        <Shown invoice={invoice.data} account={account} company={company} />
      ) : invoice.error ? (
        <Note
          tone="error"
          title={unknown ? t('Invoice not found') : t('Failed to load invoices')}
          {...(!unknown && { onRetry: invoice.refetch, retrying: invoice.isFetching })}
        >
          {unknown ? NOT_FOUND : invoice.error.message}
        </Note>
      ) : (
        <div className="grid gap-6" role="status" aria-label={t('Loading the invoice')}>
          <Skeleton className="h-9 w-60" />
          <Skeleton className="h-100" />
        </div>
      )}
    </div>
  )
}

function Shown({
  invoice,
  account,
  company,
}: {
  invoice: PayableInvoice
  account: CustomerAccount
  company: PortalCompany
}) {
  const payer = usePortalPayer(company.dateFormat)
  const look = invoiceLook(invoice)
  const heading = useRef<HTMLHeadingElement>(null)
  // The opened row disappears with its list and would drop the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const left = leftToPay(invoice)
  const [search, setSearch] = useSearchParams()
  // A query parameter can open the payment dialog, as in a preview.
  const [paying, setPaying] = useState<{ resume?: PayerPayment } | null>(
    search.has(PAY) && isPositive(left) ? {} : null,
  )
  const close = (): void => {
    setPaying(null)
    setSearch((before) => new URLSearchParams([...before].filter(([name]) => name !== PAY)), {
      replace: true,
    })
  }
  return (
    <PayerProvider value={payer}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="text-24 font-semibold outline-none">
          {t('Invoice {number}', { number: invoice.number })}
        </h1>
        <Tag tone={look.tone}>{look.text}</Tag>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <InvoiceDocument invoice={invoice} account={account} />
        <aside
          aria-label={t('Payment')}
          className="grid gap-5 rounded-14 border border-line bg-surface p-4 shadow-low max-lg:order-first md:p-6"
        >
          <Figure label={isPositive(invoice.in_flight) ? t('Left to pay') : t('Remaining')}>
            {moneyText(left, invoice.currency)}
          </Figure>
          <AnswerNotes invoice={invoice} />
          <div className="grid gap-2">
            {isPositive(left) && (
              <Button variant="primary" size="lg" onClick={() => setPaying({})}>
                {t('Pay Invoice')}
              </Button>
            )}
            <PdfButton invoice={invoice} />
            <ButtonLink
              icon={<FileText />}
              href={`/document-viewer?pdf_url=${encodeURIComponent(addressOf(contract.portal.invoicePdf, { params: { invoice: invoice.pk } }))}`}
            >
              {t('View PDF')}
            </ButtonLink>
            <AnswerButton invoice={invoice} />
          </div>
          {isPositive(left) && <MoreWays ways={invoice.other_ways} />}
          {(invoice.payments > 0 || !isPositive(invoice.remaining)) && (
            <PaymentProgress
              invoiceId={invoice.pk}
              settled={!isPositive(invoice.remaining)}
              onGoOn={(resume) => setPaying({ resume })}
              beside="document"
            />
          )}
        </aside>
      </div>
      {paying && <PayInvoiceDialog invoice={invoice} company={company} {...paying} onClose={close} />}
    </PayerProvider>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <dl>
    <dt className="text-14 font-medium text-ink-2">{label}</dt>
    <dd className="num text-32 font-semibold tracking-tight">{children}</dd>
  </dl>
)

function PdfButton({ invoice }: { invoice: PayableInvoice }) {
  const call = useCall()
  return (
    <DownloadButton
      label={t('Download PDF')}
      fileName={`${t('Invoice {number}', { number: invoice.number })}.pdf`}
      failed={t('We couldn’t download the invoice')}
      load={() => call(contract.portal.invoicePdf, { params: { invoice: invoice.pk } })}
    />
  )
}
