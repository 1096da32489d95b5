import { FileText } from 'lucide-react'
import { ApiError } from '../../session/calls/api-error.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { formatDate } from '../../ui/language/format-date.ts'
import { t } from '../../ui/language/text.ts'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { StatCard } from '../../ui/text/stat-card.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import type { CustomerAccount } from '../account/use-account.ts'
import { DownloadButton } from '../pay/download-button.tsx'
import { SITE } from '../portal-session.ts'
import { StatementTable } from './statement-table.tsx'
import { type Statement, useStatement } from './use-statement.ts'

const KINDS = [
  { value: 'open_item', label: t('Open items') },
  { value: 'balance_forward', label: t('All entries') },
] as const

/** The customer's own statement of any period, with its PDF and the way to the invoices. */
export function StatementTab({ account, company }: { account: CustomerAccount; company: PortalCompany }) {
  const { statement, choice, set, loadPdf, loadCsv } = useStatement(account.pk)
  const { data, error } = statement
  const fields = error instanceof ApiError ? error.fields : {}
  const written = (iso: string): string => formatDate(iso, company.dateFormat)
  return (
    <div className="grid gap-6">
      {data && <Figures statement={data} />}
      <Sheet label={t('Statement')}>
        <div className="flex flex-wrap items-end gap-3 py-4 @min-md:px-6">
          <h1 className="w-full text-16 font-semibold">{t('Statement')}</h1>
          <DateField
            label={t('From', { context: 'first day of a period' })}
            className="w-40 max-sm:flex-1"
            formatDate={written}
            value={choice.from ?? data?.from ?? ''}
            error={fields.from?.[0]}
            onChange={(from) => set({ from })}
          />
          <DateField
            label={t('To', { context: 'last day of a period' })}
            className="w-40 max-sm:flex-1"
            formatDate={written}
            value={choice.to ?? data?.to ?? ''}
            error={fields.to?.[0]}
            onChange={(to) => set({ to })}
          />
          <Segmented
            label={t('Kind', { context: 'of a statement' })}
            className="max-sm:w-full"
            options={KINDS}
            value={choice.kind}
            onChange={(kind) => set({ kind })}
          />
          {data && !data.is_empty && !error && (
            <>
              <DownloadButton
                label={t('Download PDF')}
                fileName={`${t('Statement {date}', { date: data.to })}.pdf`}
                failed={t('The statement could not be downloaded')}
                load={loadPdf}
              />
              <DownloadButton
                label={t('Download CSV')}
                fileName={`${t('Statement {date}', { date: data.to })}.csv`}
                failed={t('The statement could not be downloaded')}
                load={loadCsv}
              />
            </>
          )}
        </div>
        {error && fields.from === undefined && fields.to === undefined && (
          <Note
            tone="error"
            title={t('Failed to load the statement')}
            onRetry={statement.refetch}
            retrying={statement.isFetching}
          >
            {error.message}
          </Note>
        )}
        {!error && !data && <Skeleton className="h-60" />}
        {!error && data && <Shown statement={data} company={company} loading={statement.isFetching} />}
      </Sheet>
    </div>
  )
}

function Figures({ statement }: { statement: Statement }) {
  const money = (amount: string): string => moneyText(amount, statement.currency)
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <StatCard label={t('Opening balance')} value={money(statement.opening)} />
      <StatCard label={t('Closing balance')} value={money(statement.closing)} />
      <StatCard label={t('Open invoices')} value={money(statement.owed)} />
    </div>
  )
}

function Shown({
  statement,
  company,
  loading,
}: {
  statement: Statement
  company: PortalCompany
  loading: boolean
}) {
  if (statement.is_empty)
    return (
      <EmptyState icon={<FileText />} title={t('Nothing in this period')}>
        {t('Choose other days to see your statement.')}
      </EmptyState>
    )
  return (
    <>
      <StatementTable statement={statement} dateFormat={company.dateFormat} loading={loading} />
      {isSome(statement.owed) && (
        <div className="py-4 @min-md:px-6">
          <ButtonLink variant="primary" href={`${SITE}?tab=2`}>
            {t('View and pay invoices')}
          </ButtonLink>
        </div>
      )}
    </>
  )
}
