import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import { Suspense } from 'react'
import { formatDate, weekdayName } from '../../../domain/dates/calendar.ts'
import { useAccount, useCan, useCanKeep } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useCall } from '../../session/session-context.tsx'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { useMediaQuery } from '../../ui/layout/media-query.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Note } from '../../ui/text/note.tsx'
import { NewButton } from '../layout/new-button.tsx'
import { Redirect } from '../layout/redirect.tsx'
import { NEW_INVOICE_PATH, REPORT_LINKS_PATH } from '../paths.ts'
import { LIVE } from '../query-client.ts'
import { ActivityPanel } from './activity-panel.tsx'
import { CountsPanel } from './counts-panel.tsx'
import { type Dashboard, dashboardQuery } from './dashboard-query.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { DebtorsPanel } from './debtors-panel.tsx'
import { isNewAccount, shownCurrencies } from './figures.ts'
import { FirstSteps } from './first-steps.tsx'
import { OwedPanel } from './owed-panel.tsx'
import { PaymentsPanel } from './payments-panel.tsx'
import { useSeenOnboarding } from './seen-onboarding.ts'

const DashboardCharts = lazyWithRetry(() => import('./dashboard-charts.tsx'), 'DashboardCharts')

const NextPanel = lazyWithRetry(() => import('./next-panel.tsx'), 'NextPanel')

const ComingPanel = lazyWithRetry(() => import('./coming-panel.tsx'), 'ComingPanel')

/** Shows the figures. The activation link of an email leads on to the reminders, which ask whether to turn them on. */
export function DashboardPage() {
  const { activate_system } = useSearch({ strict: false }) as { activate_system?: unknown }
  if (String(activate_system) === 'true')
    return <Redirect to="/reminders" search={{ activate: 'true' } as never} replace />
  return <Figures />
}

/** Shows what is owed and its age, the top debtors, and the latest payments. */
function Figures() {
  const account = useAccount()
  const call = useCall()
  const { data, error, refetch, isFetching } = useQuery({
    ...dashboardQuery(call, account.pk),
    ...LIVE,
    placeholderData: keepPreviousData,
  })
  const mayInvoice = useCanKeep('invoices.write')
  const mayShare = useCan('reports.share')
  const [seen, setSeen] = useSeenOnboarding(account.pk)
  const isNew = data !== undefined && isNewAccount(data)
  const begins = isNew && !seen
  const today = data?.today ?? account.today
  return (
    <>
      <PageHeader
        title="Dashboard"
        className="border-b border-line"
        detail={`${weekdayName(today)}, ${formatDate(today, account.date_format)}`}
        actions={
          !begins && (
            <>
              {isNew && <Button onClick={() => setSeen(false)}>Getting started</Button>}
              {mayShare && !isNew && (
                <ButtonLink href={REPORT_LINKS_PATH} icon={<Share2 />}>
                  Share report
                </ButtonLink>
              )}
              {mayInvoice && <NewButton href={NEW_INVOICE_PATH}>New invoice</NewButton>}
            </>
          )
        }
      />
      {error && (
        <Note tone="error" className="m-4 md:m-6" onRetry={() => void refetch()} retrying={isFetching}>
          {actionErrorText(error)}
        </Note>
      )}
      {data && begins && <FirstSteps onPutAside={() => setSeen(true)} />}
      {data && !begins && <Sheet dashboard={data} />}
      {!data && !error && <DashboardSkeleton />}
    </>
  )
}

/** One sheet divided by hairlines. */
function Sheet({ dashboard }: { dashboard: Dashboard }) {
  const currencies = shownCurrencies(dashboard)
  const several = currencies.length > 1
  const seesReports = useCan('reports.read')
  const isPhone = useMediaQuery('(width < 48rem)')
  const next = (
    <Suspense fallback={<div className="h-72 border-b border-line" />}>
      <div
        className={cx(
          'grid border-b border-line',
          seesReports && 'md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]',
        )}
      >
        <NextPanel />
        {seesReports && <ComingPanel />}
      </div>
    </Suspense>
  )
  return (
    <div className="border-b border-line">
      {isPhone && next}
      {currencies.map((figures) => (
        <OwedPanel key={figures.currency} figures={figures} several={several} today={dashboard.today} />
      ))}
      {!isPhone && next}
      {seesReports && (
        <Suspense fallback={<div className="h-64 border-b border-line" />}>
          <DashboardCharts />
        </Suspense>
      )}
      <CountsPanel counts={dashboard.counts} currencies={currencies} />
      <div className="grid md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] xl:grid-cols-[minmax(0,1.36fr)_minmax(0,1fr)_20rem]">
        <DebtorsPanel debtors={dashboard.top_debtors} />
        <PaymentsPanel payments={dashboard.latest_payments} />
        <ActivityPanel />
      </div>
    </div>
  )
}
