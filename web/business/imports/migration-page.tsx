import { QueryClientProvider } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, FolderInput } from 'lucide-react'
import type { ReactNode } from 'react'
import { AccountProvider, useAccount, useCan } from '../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { useSession } from '../../session/session-context.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Progress } from '../../ui/text/progress.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { syncText } from '../accounts/accounting/sync-words.ts'
import { useSyncStatus } from '../accounts/accounting/use-sync-status.ts'
import { useAccountChoice } from '../accounts/use-account-choice.ts'
import { CalmHeading, CalmPage } from '../layout/calm-page.tsx'
import { ACCOUNTING_PATH, IMPORT_PATH, MIGRATION_PATH } from '../paths.ts'
import { queryClient } from '../query-client.ts'
import { countOf, type ImportRun, importPath, leftOutOf, recordsOf } from './import-words.ts'
import { useLatestImport } from './use-latest-import.ts'

/**
 * Shows the progress of a migration from another program. A visitor without a session sees only a general
 * explanation.
 */
export function MigrationStartedPage() {
  const { signedIn, emailVerified } = useSession()
  return (
    <CalmPage>
      {!signedIn && <Unknown />}
      {signedIn && !emailVerified && (
        <Notice
          title="Confirm your email address first"
          action={{ href: '/check-your-email', label: 'Continue' }}
        >
          You can import data after confirming your address.
        </Notice>
      )}
      {signedIn && emailVerified && (
        <QueryClientProvider client={queryClient}>
          <InAccount />
        </QueryClientProvider>
      )}
    </CalmPage>
  )
}

const Unknown = () => (
  <Notice
    title="Importing data"
    icon={<FolderInput className="mb-4 size-8 text-brand" />}
    action={{ href: `/login?next=${encodeURIComponent(MIGRATION_PATH)}`, label: 'Log in' }}
  >
    You can close this page. Log in to see the progress of your company’s import.
  </Notice>
)

interface Action {
  readonly href: string
  readonly label: string
}

const DASHBOARD: Action = { href: '/', label: 'Go to the dashboard' }

/** Heading, text, and one or two actions. */
function Notice({
  title,
  icon,
  children,
  action,
  secondAction,
}: {
  title: string
  icon?: ReactNode
  children: ReactNode
  action: Action
  secondAction?: Action | undefined
}) {
  return (
    <>
      {icon}
      <CalmHeading title={title}>{children}</CalmHeading>
      <div className="grid gap-3">
        <ButtonLink href={action.href} variant="primary" size="lg">
          {action.label}
        </ButtonLink>
        {secondAction && (
          <ButtonLink href={secondAction.href} size="lg">
            {secondAction.label}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

function InAccount() {
  const choice = useAccountChoice()
  if (choice.state === 'loading') return <Skeleton className="h-48" />
  if (choice.state === 'failed')
    return <Failed error={choice.message} retry={choice.retry} retrying={choice.retrying} />
  if (choice.state === 'none')
    return (
      <Notice title="You don’t belong to a company yet" action={DASHBOARD}>
        Only people in a company can see its imports.
      </Notice>
    )
  return (
    <AccountProvider value={choice.account}>
      <Allowed />
    </AccountProvider>
  )
}

function Allowed() {
  const { company, account_type: type } = useAccount()
  const mayImport = useCan('imports.run')
  if (type === 'provider') return <PlatformStatus />
  if (mayImport) return <Followed />
  return (
    <Notice title="You can’t view imports" action={DASHBOARD}>
      {`Ask an owner or admin of ${company.name || 'this company'} for access. You’ll see imported customers and invoices in their lists.`}
    </Notice>
  )
}

/** Progress of reading an accounting platform. */
function PlatformStatus() {
  const { data, error, refetch, isFetching } = useSyncStatus()
  const here = { href: ACCOUNTING_PATH, label: 'Accounting connection' }
  if (error)
    return <Failed error={actionErrorText(error)} retry={() => void refetch()} retrying={isFetching} />
  if (!data) return <Skeleton className="h-48" />
  if (!data.connected)
    return (
      <Notice title="No accounting platform is connected" action={here} secondAction={DASHBOARD}>
        Connect it to read your customers and invoices.
      </Notice>
    )
  if (!data.first)
    return (
      <Notice title="Your data is imported" action={DASHBOARD} secondAction={here}>
        {`${data.name}: ${syncText(data)}.`}
      </Notice>
    )
  const { progress } = data
  return (
    <Notice title="Importing your data" action={DASHBOARD} secondAction={here}>
      <p className="mb-5">You can close this page. The import continues.</p>
      <Progress
        label={syncText(data)}
        done={progress?.done}
        total={progress?.total ?? undefined}
        detail={data.name}
      />
    </Notice>
  )
}

function Followed() {
  const { run, watched, error, retry, retrying } = useLatestImport()
  if (run) return <ImportStatus run={run} watched={watched} />
  if (error instanceof ApiError && error.code === 'subscription_inactive')
    return (
      <Notice
        title="Importing needs an active subscription"
        action={{ href: '/settings/plan-billing', label: 'View plan and billing' }}
      >
        {error.message}
      </Notice>
    )
  if (error instanceof ApiError && error.code === 'account_blocked')
    return (
      <Notice
        title="This account is blocked"
        action={{ href: '/settings/plan-billing', label: 'View plan and billing' }}
      >
        {error.message}
      </Notice>
    )
  if (error) return <Failed error={actionErrorText(error)} retry={retry} retrying={retrying} />
  if (run === null)
    return (
      <Notice
        title="No import is running"
        action={{ href: IMPORT_PATH, label: 'Import a file' }}
        secondAction={DASHBOARD}
      >
        Import customers and invoices from another program as CSV files.
      </Notice>
    )
  return <Skeleton className="h-48" />
}

const Failed = ({ error, retry, retrying }: { error: string; retry: () => void; retrying: boolean }) => (
  <>
    <CalmHeading title="Failed to load the import" />
    <Note tone="error" onRetry={retry} retrying={retrying}>
      {`${error} Running imports continue.`}
    </Note>
  </>
)

function ImportStatus({ run, watched }: { run: ImportRun; watched: boolean }) {
  const here = { href: importPath(run), label: 'View import' }
  const file = <strong className="break-words">{run.file_name}</strong>
  switch (run.status) {
    case 'previewing':
    case 'running':
      // The focus moves to the heading of each state, so it is read out; row counts are not.
      return <Working key={run.status} run={run} here={here} />
    case 'mapping':
    case 'ready':
      return (
        <Notice title="Your file is ready" action={here} secondAction={DASHBOARD}>
          {file}
          {run.status === 'mapping'
            ? ' was uploaded. Match its columns, and review every row.'
            : ` was checked. ${recordsOf(run, 'create', run.outcomes.create + run.outcomes.update)} can be imported once you confirm.`}
        </Notice>
      )
    case 'done':
    case 'failed':
      return <Ended run={run} watched={watched} here={here} file={file} />
  }
}

function Working({ run, here }: { run: ImportRun; here: Action }) {
  const writing = run.status === 'running'
  const [done, total] = writing
    ? [run.written_rows, run.outcomes.create + run.outcomes.update]
    : [run.checked_rows, run.total_rows]
  return (
    <Notice
      title={writing ? 'Importing your data' : 'Checking your file'}
      action={here}
      secondAction={DASHBOARD}
    >
      <p className="mb-5">You can close this page. The import continues.</p>
      <Progress
        label={run.file_name}
        done={done}
        total={total}
        detail={`${done.toLocaleString('en-US')} of ${countOf(total, 'row', 'rows')}`}
      />
    </Notice>
  )
}

/** Shows the result. When nobody saw it running here, shows the result of the last import. */
function Ended({
  run,
  watched,
  here,
  file,
}: {
  run: ImportRun
  watched: boolean
  here: Action
  file: ReactNode
}) {
  const failed = run.status === 'failed'
  const Icon = failed ? CircleAlert : CircleCheck
  const ended = failed ? 'The import stopped' : 'Your data is imported'
  const list = { href: `/${run.kind}`, label: `View ${run.kind}` }
  const leftOut = leftOutOf(run)
  return (
    <div role="status">
      <Icon className={failed ? 'mb-4 size-8 text-overdue' : 'mb-4 size-8 text-paid'} />
      <Notice
        title={watched ? ended : 'No import is running'}
        action={failed ? here : list}
        secondAction={failed ? DASHBOARD : here}
      >
        {!watched && 'Latest import: '}
        {file}
        {failed
          ? ` stopped. ${run.failure} Rows already imported stay. The rest didn’t change.`
          : ` imported ${recordsOf(run, 'written', run.written_rows)}.`}
        {!failed &&
          leftOut > 0 &&
          ` ${countOf(leftOut, 'row was', 'rows were')} skipped. View the import for reasons.`}
      </Notice>
    </div>
  )
}
