import { Mail, MapPin, Phone } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { AGING_BUCKETS, AGING_FIELDS, AGING_LABELS } from '../../../domain/invoices/aging.ts'
import { parseAmount } from '../../../domain/money/money.ts'
import { t } from '../../ui/language/text.ts'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Link } from '../../ui/layout/link.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { AGING_TONES, AgingBar } from '../../ui/text/aging-bar.tsx'
import { Avatar } from '../../ui/text/avatar.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import type { PortalCompany } from '../account/portal-company.ts'
import type { CustomerAccount } from '../account/use-account.ts'
import { invoiceColumns, invoiceHref, type PortalInvoice } from '../invoices/invoice-columns.tsx'
import { SITE } from '../portal-session.ts'
import { AskCard } from './ask-card.tsx'
import { CreditMemos } from './credit-memos.tsx'
import { DueCards } from './due-card.tsx'
import { HomeCard } from './home-card.tsx'
import { MethodWarnings } from './method-warnings.tsx'

/** Loaded with the first press of a button. */
const PayInvoiceDialog = lazyWithRetry(() => import('../invoices/pay-invoice-dialog.tsx'), 'PayInvoiceDialog')

/** Ranges of days past due for each bucket: '60' alone does not say that it begins at 31. */
const DAYS = {
  current: t('Not past due'),
  days_30: t('1 to 30 days'),
  days_60: t('31 to 60 days'),
  days_90: t('61 to 90 days'),
  over_90: t('Over 90 days'),
} as const

/**
 * Home tab: what to pay now and next, what is owed by age, the latest invoices and credit memos, and whom to ask.
 */
export function HomeTab({ account, company }: { account: CustomerAccount; company: PortalCompany }) {
  const [paying, setPaying] = useState<Pick<PortalInvoice, 'pk' | 'number'> | null>(null)
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="contents lg:grid lg:content-start lg:gap-6">
        <MethodWarnings dateFormat={company.dateFormat} />
        <DueCards account={account} company={company} onPay={setPaying} />
        <HomeCard
          title={t('Latest Invoices')}
          aside={
            <ButtonLink size="sm" href="/customer-portal-site?tab=2">
              {t('See All Invoices')}
            </ButtonLink>
          }
        >
          <DataTable
            label={t('Latest Invoices')}
            columns={invoiceColumns(
              { currency: account.currency, dateFormat: company.dateFormat },
              setPaying,
              false,
            )}
            rows={account.latest_invoices}
            rowKey={(invoice) => invoice.pk}
            rowHref={(invoice) => invoiceHref(invoice.pk)}
          />
        </HomeCard>
        <CreditMemos account={account} />
      </div>
      <div className="contents lg:grid lg:content-start lg:gap-6">
        <Owed account={account} />
        <AskCard company={company} />
        <Who account={account} />
      </div>
      <Suspense>
        {paying && <PayInvoiceDialog invoice={paying} company={company} onClose={() => setPaying(null)} />}
      </Suspense>
    </div>
  )
}

function Owed({ account }: { account: CustomerAccount }) {
  const minor = (amount: string): number => {
    const parsed = parseAmount(amount, account.currency)
    return parsed.ok ? Number(parsed.minor) : 0
  }
  const whole = minor(account.total_owed)
  const segments = AGING_BUCKETS.map((bucket) => {
    const amount = account[AGING_FIELDS[bucket]]
    return {
      id: bucket,
      label: bucket === 'current' ? t('Current', { context: 'amount owed' }) : AGING_LABELS[bucket],
      tone: AGING_TONES[bucket],
      share: whole === 0 ? 0 : minor(amount) / whole,
      amount: moneyText(amount, account.currency),
      detail: DAYS[bucket],
    }
  })
  const late = AGING_BUCKETS.some(
    (bucket) => bucket !== 'current' && minor(account[AGING_FIELDS[bucket]]) > 0,
  )
  return (
    <section
      className="min-w-0 rounded-14 border border-line bg-surface p-4 shadow-low max-lg:order-1 md:p-6"
      aria-labelledby="owed"
    >
      <h2 id="owed" className="text-16 font-semibold">
        {t('Total Amount Owed')}
      </h2>
      <p className="num mt-0.5 mb-3 text-24 font-semibold tracking-tight">
        {moneyText(account.total_owed, account.currency)}
      </p>
      {late ? (
        <AgingBar label={t('Total Amount Owed by age')} segments={segments} />
      ) : (
        <details className="text-14">
          <summary className="min-h-9 cursor-pointer py-1.5 text-ink-2">{t('By age')}</summary>
          <div className="mt-3">
            <AgingBar label={t('Total Amount Owed by age')} segments={segments} />
          </div>
        </details>
      )}
    </section>
  )
}

function Who({ account }: { account: CustomerAccount }) {
  return (
    <section
      className="grid content-start gap-4 rounded-14 border border-line bg-surface p-4 shadow-low max-lg:order-4 md:p-6"
      aria-label={t('Your details')}
    >
      <p className="flex items-center gap-3.5">
        <Avatar name={account.short_name} size="lg" />
        <span className="grid min-w-0">
          <b className="truncate text-16 font-semibold">{account.short_name}</b>
          {account.company_name !== '' && account.company_name !== account.short_name && (
            <span className="truncate text-ink-2">{account.company_name}</span>
          )}
        </span>
      </p>
      <Detail icon={<MapPin />} lines={account.billing_address.split('\n')} />
      <Detail icon={<Mail />} lines={account.emails} />
      <Detail icon={<Phone />} lines={account.phones} />
      <Link
        href={`${SITE}?tab=details`}
        className="justify-self-start text-14 font-medium text-brand underline underline-offset-3"
      >
        {t('Change your details')}
      </Link>
    </section>
  )
}

function Detail({ icon, lines }: { icon: ReactNode; lines: readonly string[] }) {
  const shown = lines.filter((line) => line.trim() !== '')
  if (shown.length === 0) return null
  return (
    <p className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 text-14 text-ink-2 [&_.lucide]:mt-0.5 [&_.lucide]:text-ink-3">
      {icon}
      <span className="grid">
        {shown.map((line) => (
          <span key={line} className="break-words">
            {line}
          </span>
        ))}
      </span>
    </p>
  )
}
