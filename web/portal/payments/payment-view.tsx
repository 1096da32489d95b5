import { ArrowLeft, FileText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { addressOf } from '../../session/calls/call.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { useCall } from '../../session/session-context.tsx'
import { formatDate } from '../../ui/language/format-date.ts'
import { t } from '../../ui/language/text.ts'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import type { CustomerAccount } from '../account/use-account.ts'
import { useSearchParams } from '../location.ts'
import { DownloadButton } from '../pay/download-button.tsx'
import { SITE } from '../portal-session.ts'
import { PaymentState } from './payment-columns.tsx'

type Payment = ReplyOf<typeof contract.ownPayments.read>

/** One payment of the customer: its state, what it paid, refunds and the receipt. */
export function PaymentView({
  paymentId,
  account,
  company,
}: {
  paymentId: string
  account: CustomerAccount
  company: PortalCompany
}) {
  const call = useCall()
  const [search] = useSearchParams()
  const payment = useQuery({
    key: ['own-payment', paymentId, account.pk],
    ask: (signal) => call(contract.ownPayments.read, { params: { payment: paymentId } }, { signal }),
  })
  const unknown = payment.error instanceof ApiError && [400, 404].includes(payment.error.status)
  return (
    <div className="grid gap-5">
      <Link
        href={`${SITE}?${new URLSearchParams([...search].filter(([name]) => name !== 'payment'))}`}
        className="-my-2 inline-flex items-center gap-1.5 justify-self-start py-2 text-14 text-ink-2 hover:text-ink"
      >
        <ArrowLeft /> {t('Payments')}
      </Link>
      {payment.data ? (
        <Shown payment={payment.data} company={company} />
      ) : payment.error ? (
        <Note
          tone="error"
          title={unknown ? t('Payment not found') : t('Failed to load the payment')}
          {...(!unknown && { onRetry: payment.refetch, retrying: payment.isFetching })}
        >
          {unknown ? t('The address may be mistyped.') : payment.error.message}
        </Note>
      ) : (
        <Skeleton className="h-80" />
      )}
    </div>
  )
}

function Shown({ payment, company }: { payment: Payment; company: PortalCompany }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The opened row disappears with its list and would drop the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const money = (amount: string): string => moneyText(amount, payment.currency)
  const day = (date: string): string => formatDate(date, company.dateFormat)
  return (
    <article className="grid max-w-170 gap-6 rounded-14 border border-line bg-surface p-4 shadow-low md:p-6">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h1 ref={heading} tabIndex={-1} className="text-20 font-semibold outline-none">
              {t('Payment {number}', { number: payment.number })}
            </h1>
            <PaymentState payment={payment} />
          </div>
          <p className="text-14 text-ink-2">{payment.message}</p>
        </div>
        <p className="num text-32 font-semibold tracking-tight">{money(payment.total)}</p>
      </header>
      <dl className="grid gap-x-6 gap-y-2 text-14 sm:grid-cols-2">
        <Fact label={t('Date')}>{day(payment.date)}</Fact>
        <Fact label={t('Payment method')}>{payment.method_display}</Fact>
        {payment.reference !== '' && (
          <Fact label={t('Reference', { context: 'number of a payment' })}>{payment.reference}</Fact>
        )}
        {isSome(payment.surcharge) && <Fact label={t('Surcharge included')}>{money(payment.surcharge)}</Fact>}
      </dl>
      <Lines title={t('Paid invoices')}>
        {payment.invoices.map((invoice) => (
          <Line key={invoice.pk} amount={money(invoice.amount)}>
            {invoice.visible ? (
              <Link
                href={`${SITE}?tab=2&invoice=${invoice.pk}`}
                className="font-medium text-brand underline-offset-3 hover:underline"
              >
                {invoice.number}
              </Link>
            ) : (
              invoice.number
            )}
          </Line>
        ))}
        {isSome(payment.unapplied) && (
          <Line amount={money(payment.unapplied)}>{t('Credit for later invoices')}</Line>
        )}
      </Lines>
      {payment.refunds.length > 0 && (
        <Lines title={t('Refunds')}>
          {payment.refunds.map((refund) => (
            <Line key={refund.pk} amount={money(refund.amount)}>
              {refundText(refund.status, day(refund.date))}
            </Line>
          ))}
        </Lines>
      )}
      {payment.receipt && <ReceiptButtons payment={payment} />}
    </article>
  )
}

function refundText(status: Payment['refunds'][number]['status'], date: string): string {
  if (status === 'waiting') return t('Requested {date}', { date })
  return status === 'confirmed' ? t('Refunded {date}', { date }) : t('Not possible {date}', { date })
}

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div className="flex justify-between gap-4 border-b border-line pb-2">
    <dt className="text-ink-2">{label}</dt>
    <dd className="num text-end font-medium break-words">{children}</dd>
  </div>
)

const Lines = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section aria-label={title} className="grid gap-1 text-14">
    <h2 className="font-semibold">{title}</h2>
    <ul>{children}</ul>
  </section>
)

const Line = ({ amount, children }: { amount: string; children: React.ReactNode }) => (
  <li className="flex justify-between gap-4 border-b border-line py-2">
    <span className="min-w-0 break-words">{children}</span>
    <span className="num">{amount}</span>
  </li>
)

function ReceiptButtons({ payment }: { payment: Payment }) {
  const call = useCall()
  const params = { payment: payment.pk }
  return (
    <div className="flex flex-wrap gap-2">
      <DownloadButton
        label={t('Download receipt')}
        fileName={`${t('Receipt {number}', { number: payment.number })}.pdf`}
        failed={t('We couldn’t download the receipt')}
        load={() => call(contract.ownPayments.receipt, { params }) as Promise<Blob>}
      />
      <ButtonLink
        icon={<FileText />}
        href={`/document-viewer?pdf_url=${encodeURIComponent(addressOf(contract.ownPayments.receipt, { params }))}`}
      >
        {t('View receipt')}
      </ButtonLink>
    </div>
  )
}
