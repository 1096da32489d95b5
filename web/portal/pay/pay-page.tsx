import { type ComponentType, Suspense, useMemo, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { invalidateQuery, setQueryData, useQuery } from '../../session/calls/use-query.ts'
import { formatDate } from '../../ui/language/format-date.ts'
import { rich, t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { PortalFooter } from '../../ui/layout/portal-footer.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { applyBrand } from '../../ui/theme/brand.ts'
import { CompanyLogo } from '../../ui/theme/brand-mark.tsx'
import { AnswerNotes } from './answers/answer-notes.tsx'
import { MoreActions } from './answers/more-actions.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { invoiceLook, isPositive, leftToPay } from './invoice-look.ts'
import { linkCaller } from './link-caller.ts'
import {
  hearFirstOpening,
  linkInAddress,
  type OpenedLink,
  type OpenedPayLink,
  openLink,
  takeFirstOpening,
} from './opening.ts'
import { type PayableInvoice, type Payer, PayerProvider } from './payer.ts'
import { optionsKey, PaymentPanel } from './payment-panel.tsx'

/** Loaded where a company takes bank transfers or checks. */
const MoreWays = lazyWithRetry(() => import('./other-ways/more-ways.tsx'), 'MoreWays')

/** Loaded for an invoice on a payment plan. */
const PlanPanel = lazyWithRetry(() => import('./plan/plan-panel.tsx'), 'PlanPanel')

/** Loaded when a link is invalid. */
const DeadLink = lazyWithRetry(() => import('./dead-link.tsx'), 'DeadLink')

const INVOICE = 'pay-link-invoice'
const invoiceKey = ({ pk }: PayableInvoice) => [INVOICE, pk] as const

const linkKey = (token: string) => ['pay-link', token] as const

/** Caches further parts of the answer under the keys that their screens use. */
function keepParts({ invoice, options }: OpenedLink): void {
  applyBrand(invoice.company.colors)
  setQueryData(invoiceKey(invoice), invoice)
  if (options) setQueryData(optionsKey(invoice.pk, invoice.stored_methods), options)
}

/**
 * Waits for the link's first answer, so that the first render includes it. The page itself reports errors.
 */
export async function preloadPayPage(): Promise<void> {
  const opened = await hearFirstOpening()
  if (!opened) return
  keepParts(opened)
  setQueryData(linkKey(linkInAddress()), opened)
}

/** Page of a pay link: the invoice on the left, the payment on the right, one column on phones. */
export function PayPage({ several: Several }: { several: ComponentType<OpenedPayLink> }) {
  const token = linkInAddress()
  const opened = useQuery({
    key: linkKey(token),
    ask: async (signal) => {
      const reply = await (takeFirstOpening() ?? openLink(token, signal))
      keepParts(reply)
      return reply
    },
    freshMs: Number.POSITIVE_INFINITY,
  })
  if (opened.data) {
    const Page = opened.data.several ? Several : OpenPayPage
    return (
      <Suspense fallback={<Waiting />}>
        <Page linkToken={token} accessToken={opened.data.token} first={opened.data.invoice} />
      </Suspense>
    )
  }
  if (!opened.error) return <Waiting />
  if (opened.error instanceof ApiError && opened.error.status === 404)
    return (
      <Suspense fallback={<Waiting />}>
        <DeadLink token={token} waiting={<Waiting />} />
      </Suspense>
    )
  return (
    <MessagePage
      title={t('Failed to load invoices')}
      actions={
        <Button variant="primary" busy={opened.isFetching} onClick={opened.refetch}>
          {t('Try again')}
        </Button>
      }
    >
      {opened.error.message}
    </MessagePage>
  )
}

function OpenPayPage({ linkToken, accessToken, first }: OpenedPayLink) {
  const [locked, setLocked] = useState(true)
  const { call, keep } = useMemo(() => linkCaller(linkToken, accessToken), [linkToken, accessToken])
  const invoice = useQuery({
    key: invoiceKey(first),
    ask: (signal) => call(contract.portal.invoice, { params: { invoice: first.pk } }, { signal }),
    freshMs: 15_000,
  })
  const shown = invoice.data ?? first
  const settled = !isPositive(shown.remaining)
  const payer: Payer = {
    call,
    locked: locked && shown.stored_methods,
    unlocked: () => setLocked(false),
    preview: false,
    paid: () => {
      keep(!locked)
      invalidateQuery(INVOICE)
    },
    dateFormat: shown.date_format,
  }
  const inFlight = isPositive(shown.in_flight) && !isPositive(leftToPay(shown))
  // A plan that ends with this payment stays, so that its payer is thanked.
  const [kept, setKept] = useState(shown.payment_plan)
  if (shown.payment_plan !== null && shown.payment_plan !== kept) setKept(shown.payment_plan)
  const plan = settled ? kept : shown.payment_plan
  const panel = {
    invoiceId: shown.pk,
    companyName: shown.company.name,
    begun: shown.payments > 0 || settled,
    settled,
  }
  const heading = settled ? t('Paid') : inFlight ? t('Payment pending') : t('Make a Payment')
  return (
    <PayerProvider value={payer}>
      <title>
        {t('Invoice {number} from {company}', { number: shown.number, company: shown.company.name })}
      </title>
      <main
        id="main"
        tabIndex={-1}
        className="grid min-h-dvh outline-none lg:grid-cols-2 lg:grid-rows-[auto_1fr]"
      >
        <div className="w-full justify-self-end px-4 pt-4 sm:px-6 lg:max-w-138 lg:ps-8 lg:pe-20 lg:pt-11 max-lg:mx-auto max-lg:max-w-140">
          <Summary invoice={shown} />
        </div>
        <section
          aria-label={heading}
          className="bg-surface lg:row-span-2 lg:border-s lg:border-line max-lg:mx-auto max-lg:w-full max-lg:max-w-140 max-lg:border-y max-lg:border-line sm:max-lg:my-6 sm:max-lg:rounded-14 sm:max-lg:border"
        >
          <div className="px-4 py-6 sm:px-6 lg:max-w-142 lg:py-10 lg:ps-20 lg:pe-8">
            <h2 className="mb-5 text-20 font-semibold lg:text-24">{heading}</h2>
            <AnswerNotes invoice={shown} className="mb-5" />
            {plan ? (
              <Suspense fallback={<Skeleton className="h-80" />}>
                <PlanPanel key={plan.confirm_by} plan={plan} invoice={shown} panel={panel} />
              </Suspense>
            ) : (
              <PaymentPanel {...panel} />
            )}
            {!settled && shown.other_ways.length > 0 && (
              <Suspense>
                <MoreWays ways={shown.other_ways} />
              </Suspense>
            )}
          </div>
        </section>
        <div className="w-full justify-self-end px-4 pb-2 sm:px-6 lg:max-w-138 lg:ps-8 lg:pe-20 max-lg:mx-auto max-lg:max-w-140 max-lg:pt-6">
          <MoreActions invoice={shown} />
          {shown.company.terms && (
            <details className="mt-2 text-14">
              <summary className="min-h-11 cursor-pointer content-center font-medium">{t('Terms')}</summary>
              <p className="whitespace-pre-line text-ink-2">{shown.company.terms}</p>
            </details>
          )}
          <div className="-mx-4 mt-8 md:-mx-6">
            <PortalFooter>
              <a
                href={`${shown.portal_url}/customer-portal-site-login#pay=${linkToken}`}
                className="underline underline-offset-3"
              >
                {t('See all your invoices')}
              </a>
            </PortalFooter>
          </div>
        </div>
      </main>
    </PayerProvider>
  )
}

function Summary({ invoice }: { invoice: PayableInvoice }) {
  const look = invoiceLook(invoice)
  const settled = !isPositive(invoice.remaining)
  const inFlight = isPositive(invoice.in_flight)
  const left = leftToPay(invoice)
  const { next = null, installments = [] } = invoice.payment_plan ?? {}
  const due = installments.find(({ id }) => id === next?.id)
  const figure = settled ? invoice.total : (next?.payable ?? left)
  const dueDate = due?.due_date ?? invoice.due_date
  return (
    <>
      <p className="flex items-center gap-3 text-16 font-semibold tracking-tight">
        <CompanyLogo wide name={invoice.company.name} src={invoice.company.logo} className="size-9" />
        {invoice.company.name}
      </p>
      <div className="my-6 grid gap-2 lg:my-10">
        <h1 className="text-16 font-medium text-ink-2">
          {rich('Invoice <b>{number}</b>', {
            b: (text) => <b className="font-semibold text-ink">{text}</b>,
            number: invoice.number,
          })}
          {' · '}
          {settled ? t('Paid') : due ? t('Next installment') : inFlight ? t('Left to pay') : t('Amount due')}
        </h1>
        <p className="num text-44 font-semibold tracking-tight">{moneyText(figure, invoice.currency)}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-14 text-ink-2">
          {inFlight && !isPositive(figure) ? (
            <Tag tone="open">{t('Payment pending')}</Tag>
          ) : (
            !due && <Tag tone={look.tone}>{look.text}</Tag>
          )}
          <span>
            {rich('Due <time>{date}</time>', {
              time: (text) => <time dateTime={dueDate}>{text}</time>,
              date: formatDate(dueDate, invoice.date_format),
            })}
          </span>
          {due && (
            <span>{t('{amount} left to pay in all', { amount: moneyText(left, invoice.currency) })}</span>
          )}
        </p>
      </div>
      <InvoiceLines invoice={invoice} />
      {invoice.company.note && <p className="py-4 text-14 text-ink-2">{invoice.company.note}</p>}
    </>
  )
}

/** Waits for a link that may be invalid. */
function Waiting() {
  return (
    <main className="mx-auto grid max-w-140 gap-6 px-4 py-10" aria-busy="true">
      <Skeleton className="h-9 w-50" />
      <Skeleton className="h-24" />
      <Skeleton className="h-80" />
    </main>
  )
}
