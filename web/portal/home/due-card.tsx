import { Check, Repeat } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { MOST_INVOICES_PAID } from '../../../domain/payments/several.ts'
import { formatDate } from '../../ui/language/format-date.ts'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Link } from '../../ui/layout/link.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import type { CustomerAccount } from '../account/use-account.ts'
import { invoiceHref } from '../invoices/invoice-columns.tsx'
import { useAutoPayments } from '../methods/use-methods.ts'
import { invoiceLook, isPositive } from '../pay/invoice-look.ts'

/** Loaded with the first press of a button. */
const PaySeveralDialog = lazyWithRetry(() => import('../several/pay-several-dialog.tsx'), 'PaySeveralDialog')

type DueLine = CustomerAccount['dues']['now']['lines'][number]
type Pay = (line: { pk: string; number: string }) => void

interface CardProps {
  readonly account: CustomerAccount
  readonly company: PortalCompany
  readonly onPay: Pay
}

/** Shows the amount to pay now with one button, and the next dates below it. */
export function DueCards({ account, company, onPay }: CardProps) {
  const [all, setAll] = useState(false)
  const { now, later } = account.dues
  const next = later.lines.find((line) => !line.automatic && isPositive(line.payable))
  const shown = { account, company, onPay }
  return (
    <>
      {now.count > 0 ? (
        <DueNow {...shown} onPayAll={() => setAll(true)} />
      ) : next ? (
        <NextPayment {...shown} line={next} />
      ) : (
        later.count === 0 && <NothingToPay />
      )}
      {later.count > 0 && <NextDates {...shown} />}
      <Suspense>{all && <PaySeveralDialog company={company} onClose={() => setAll(false)} />}</Suspense>
    </>
  )
}

function DueNow({ account, company, onPay, onPayAll }: CardProps & { onPayAll: () => void }) {
  const { currency } = account
  const { now } = account.dues
  const single =
    now.covered === 1 ? now.lines.find((line) => !line.automatic && isPositive(line.payable)) : null
  const amount = moneyText(now.payable, currency)
  const label =
    now.whole || now.covered < MOST_INVOICES_PAID
      ? t('Pay all · {amount}', { amount })
      : t('Pay the {count} oldest · {amount}', { count: now.covered, amount })
  return (
    <Card label={t('Due now')}>
      <Lead
        title={t('Due now')}
        amount={amount}
        status={
          // In some languages it is longer than a phone is wide.
          <Tag tone={toneOf(now.lines[0])} className="py-0.5 whitespace-normal [&>svg]:shrink-0">
            {lateText(now)}
          </Tag>
        }
      >
        {now.covered > 0 && (
          <Button
            variant="primary"
            size="lg"
            className="num max-sm:w-full"
            onClick={() => (single ? onPay(single) : onPayAll())}
          >
            {single ? t('Pay {amount}', { amount }) : label}
          </Button>
        )}
      </Lead>
      {!now.whole && (
        <p className="border-t border-line px-4 py-3 text-14 text-ink-2 md:px-6">
          {t('{count, number} invoices are due. One payment covers {most} of them, the earliest due first.', {
            count: now.count,
            most: MOST_INVOICES_PAID,
          })}
        </p>
      )}
      <ul>
        {now.lines.map((line) => (
          <Row key={line.pk} line={line} account={account} company={company} onPay={onPay} />
        ))}
      </ul>
      {now.count > now.lines.length && (
        <Tail href="/customer-portal-site?tab=2&order_by=due_date">
          {t('{count, number} more due now', { count: now.count - now.lines.length })}
        </Tail>
      )}
    </Card>
  )
}

function NextPayment({ account, company, onPay, line }: CardProps & { line: DueLine }) {
  const amount = moneyText(line.payable, account.currency)
  return (
    <Card label={t('Next payment')}>
      <Lead
        title={t('Next payment')}
        amount={amount}
        status={
          <>
            <Status line={line} currency={account.currency} />
            <span>
              {line.number}, {formatDate(line.due_date, company.dateFormat)}
            </span>
          </>
        }
      >
        <Button variant="primary" size="lg" className="num max-sm:w-full" onClick={() => onPay(line)}>
          {t('Pay {amount}', { amount })}
        </Button>
      </Lead>
    </Card>
  )
}

function NothingToPay() {
  return (
    <Card label={t('Nothing to pay')}>
      <div className="grid justify-items-center gap-2 px-4 py-8 text-center">
        <span className="grid size-11 place-items-center rounded-full bg-paid-tint text-paid">
          <Check />
        </span>
        <h1 className="text-16 font-semibold">{t('Nothing to pay')}</h1>
        <p className="text-14 text-ink-2">{t('New invoices appear here as soon as they are sent.')}</p>
      </div>
    </Card>
  )
}

function NextDates({ account, company, onPay }: CardProps) {
  const { later } = account.dues
  const rest = later.count - later.lines.length
  return (
    <Card label={t('Next dates')}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-4 md:px-6">
        <h2 className="text-16 font-semibold">{t('Next dates')}</h2>
        <span className="num text-13 text-ink-3">
          {t('{amount} due later', { amount: moneyText(later.amount, account.currency) })}
        </span>
      </div>
      <ul>
        {later.lines.map((line) => (
          <Row key={line.pk} line={line} account={account} company={company} onPay={onPay} dated />
        ))}
      </ul>
      {rest > 0 && (
        <Tail href="/customer-portal-site?tab=2&order_by=due_date">
          {t('{count, plural, one {# later date} other {# later dates}}', { count: rest })}
        </Tail>
      )}
    </Card>
  )
}

function Row({
  line,
  account,
  company,
  onPay,
  dated = false,
}: CardProps & { line: DueLine; dated?: boolean }) {
  const amount = moneyText(line.payable, account.currency)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3 md:px-6">
      <div className="grid min-w-0 flex-auto gap-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link href={invoiceHref(line.pk)} className="min-w-0 font-semibold wrap-anywhere">
            {line.number}
          </Link>
          {dated && (
            <time dateTime={line.due_date} className="num text-13 text-ink-3">
              {formatDate(line.due_date, company.dateFormat)}
            </time>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Status line={line} currency={account.currency} />
          {line.automatic && <Automatic pk={line.pk} company={company} />}
        </p>
      </div>
      {isPositive(line.payable) &&
        (line.automatic ? (
          <b className="num ms-auto font-semibold">{amount}</b>
        ) : (
          <Button
            size="sm"
            className="num ms-auto"
            aria-label={t('Pay {amount} for {number}', { amount, number: line.number })}
            onClick={() => onPay(line)}
          >
            {t('Pay {amount}', { amount })}
          </Button>
        ))}
    </li>
  )
}

/** Names the method that pays an invoice by itself, so that nobody pays it twice. */
function Automatic({ pk, company }: { pk: string; company: PortalCompany }) {
  const { data } = useAutoPayments()
  const planned = data?.planned.find(({ invoice }) => invoice.pk === pk)
  return (
    <span className="num inline-flex items-center gap-1.5 text-13 text-ink-3">
      <Repeat />
      {planned
        ? t('Automatic on {date}, {method}', {
            date: formatDate(planned.on, company.dateFormat),
            method: planned.method_display,
          })
        : t('Automatic payment')}
    </span>
  )
}

function Status({ line, currency }: { line: DueLine; currency: string }) {
  if (!isPositive(line.payable)) return <Tag tone="open">{t('Payment pending')}</Tag>
  const look = invoiceLook({ ...line, remaining: line.payable, currency })
  return (
    <>
      <Tag tone={look.tone}>{look.text}</Tag>
      {isPositive(line.in_flight) && (
        <Tag tone="open">{t('{amount} pending', { amount: moneyText(line.in_flight, currency) })}</Tag>
      )}
    </>
  )
}

const toneOf = (first: DueLine | undefined) =>
  first && first.days_past_due > 0 ? ('overdue' as const) : ('soon' as const)

/** '2 invoices due, oldest 10 days late'; what is due today has no age. */
function lateText({ count, lines }: CustomerAccount['dues']['now']): string {
  const days = lines[0]?.days_past_due ?? 0
  if (days <= 0)
    return t('{count, plural, one {# invoice due today} other {# invoices due today}}', { count })
  return count === 1
    ? t('Overdue by {days, plural, one {# day} other {# days}}', { days })
    : t('{count, number} invoices due, oldest {days, plural, one {# day} other {# days}} late', {
        count,
        days,
      })
}

function Card({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="overflow-hidden rounded-14 border border-line bg-surface shadow-low"
    >
      {children}
    </section>
  )
}

function Lead({
  title,
  amount,
  status,
  children,
}: {
  title: string
  amount: string
  status: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 bg-brand-tint/50 p-4 md:p-6">
      <div className="grid gap-1">
        <h1 className="text-14 font-medium text-ink-2">{title}</h1>
        <p className="num text-44 font-semibold tracking-tight">{amount}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-2">{status}</p>
      </div>
      {children}
    </div>
  )
}

function Tail({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p className="border-t border-line px-4 py-3 text-14 md:px-6">
      <Link href={href} className="link-quiet">
        {children}
      </Link>
    </p>
  )
}
