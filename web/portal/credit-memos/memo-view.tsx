import { ArrowLeft, FileText } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { addressOf } from '../../session/calls/call.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { useCall } from '../../session/session-context.tsx'
import { formatDate } from '../../ui/language/format-date.ts'
import { rich, t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Link } from '../../ui/layout/link.tsx'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import { useSearchParams } from '../location.ts'
import { DownloadButton } from '../pay/download-button.tsx'
import { SITE } from '../portal-session.ts'
import { isPreview } from '../preview/preview-store.ts'
import { memoStatus, type OwnMemo } from './own-memo.ts'

/** Loaded when a credit memo is to be used. */
const UseCredit = lazyWithRetry(() => import('./use-credit.tsx'), 'UseCredit')

/** One credit memo of the customer: what is left of it, where it is used, and its PDF. */
export function MemoView({ company }: { company: PortalCompany }) {
  const call = useCall()
  const [search] = useSearchParams()
  const memoId = search.get('memo') ?? ''
  const memo = useQuery({
    key: ['own-credit-memo', memoId],
    ask: (signal) => call(contract.ownCreditMemos.read, { params: { memo: memoId } }, { signal }),
  })
  const unknown = memo.error instanceof ApiError && [400, 404].includes(memo.error.status)
  return (
    <div className="grid gap-5">
      <Link
        href={`${SITE}?tab=1`}
        className="-my-2 inline-flex items-center gap-1.5 justify-self-start py-2 text-14 text-ink-2 hover:text-ink"
      >
        <ArrowLeft /> {t('Home')}
      </Link>
      {memo.data ? (
        <Shown memo={memo.data} company={company} onUsed={memo.refetch} />
      ) : memo.error ? (
        <Note
          tone="error"
          title={unknown ? t('Credit memo not found') : t('Failed to load the credit memo')}
          {...(!unknown && { onRetry: memo.refetch, retrying: memo.isFetching })}
        >
          {unknown ? t('It may have been voided, or the address may be mistyped.') : memo.error.message}
        </Note>
      ) : (
        <Skeleton className="h-80" />
      )}
    </div>
  )
}

/** Money received says itself what it is. */
const titleOf = ({ received, number }: OwnMemo): string =>
  received ? number : t('Credit memo {number}', { number })

function Shown({ memo, company, onUsed }: { memo: OwnMemo; company: PortalCompany; onUsed: () => void }) {
  const call = useCall()
  const [using, setUsing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // The opened row disappears with its list and would drop the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const money = (amount: string): string => moneyText(amount, memo.currency)
  const params = { memo: memo.pk }
  return (
    <article className="grid max-w-170 gap-6 rounded-14 border border-line bg-surface p-4 shadow-low md:p-6">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h1 ref={heading} tabIndex={-1} className="text-20 font-semibold break-words outline-none">
              {titleOf(memo)}
            </h1>
            <Tag tone={memo.status === 'Open' ? 'open' : 'quiet'}>{memoStatus(memo)}</Tag>
          </div>
          <p className="text-14 text-ink-2">
            {t('Issued {date}', { date: formatDate(memo.issued_on, company.dateFormat) })}
          </p>
          {memo.reason !== '' && <p className="text-14 break-words whitespace-pre-line">{memo.reason}</p>}
        </div>
        <dl className="text-end max-sm:text-start">
          <dt className="text-14 font-medium text-ink-2">{t('Remaining')}</dt>
          <dd className="num text-32 font-semibold tracking-tight">{money(memo.remaining)}</dd>
          <dd className="num text-13 text-ink-2">{t('of {total}', { total: money(memo.total) })}</dd>
        </dl>
      </header>
      {memo.uses.length > 0 && (
        <Lines title={t('Used on')}>
          {memo.uses.map((use) => (
            <li key={use.pk} className="flex justify-between gap-4 border-b border-line py-2">
              <span className="min-w-0 break-words">
                {rich('<link>{number}</link> on {date}', {
                  link: (text) => (
                    <Link
                      href={`${SITE}?tab=2&invoice=${use.invoice.pk}`}
                      className="font-medium text-brand underline-offset-3 hover:underline"
                    >
                      {text}
                    </Link>
                  ),
                  number: use.invoice.number,
                  date: formatDate(use.date, company.dateFormat),
                })}
              </span>
              <span className="num">{money(use.amount)}</span>
            </li>
          ))}
        </Lines>
      )}
      <div className="flex flex-wrap gap-2">
        {isSome(memo.remaining) && (
          <Button variant="primary" disabled={isPreview} onClick={() => setUsing(true)}>
            {t('Use on an invoice')}
          </Button>
        )}
        <DownloadButton
          label={t('Download PDF')}
          fileName={`${titleOf(memo)}.pdf`}
          failed={t('We couldn’t download the credit memo')}
          load={() => call(contract.ownCreditMemos.pdf, { params }) as Promise<Blob>}
        />
        <ButtonLink
          icon={<FileText />}
          href={`/document-viewer?pdf_url=${encodeURIComponent(addressOf(contract.ownCreditMemos.pdf, { params }))}`}
        >
          {t('View PDF')}
        </ButtonLink>
      </div>
      {using && (
        <Suspense>
          <UseCredit memo={memo} company={company} onUsed={onUsed} onClose={() => setUsing(false)} />
        </Suspense>
      )}
    </article>
  )
}

const Lines = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-1 text-14">
    <h2 className="font-semibold">{title}</h2>
    <ul>{children}</ul>
  </section>
)
