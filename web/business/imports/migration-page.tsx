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
import { useAccountChoice } from '../accounts/use-account-choice.ts'
import { CalmHeading, CalmPage } from '../layout/calm-page.tsx'
import { IMPORT_PATH, MIGRATION_PATH } from '../paths.ts'
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
        <Told title="Confirm your email address first" way={{ href: '/check-your-email', label: 'Continue' }}>
          An import begins once your address is confirmed.
        </Told>
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
  <Told
    title="Data is moving in"
    icon={<FolderInput className="mb-4 size-8 text-brand" />}
    way={{ href: `/login?next=${encodeURIComponent(MIGRATION_PATH)}`, label: 'Log in' }}
  >
    Customers and invoices of another program are brought over row by row. That goes on by itself, and this
    page may be closed. Log in to see how far your company’s import is.
  </Told>
)

interface Way {
  readonly href: string
  readonly label: string
}

const DASHBOARD: Way = { href: '/', label: 'Go to the dashboard' }

/** Heading, text, and one or two actions. */
function Told({
  title,
  icon,
  children,
  way,
  other,
}: {
  title: string
  icon?: ReactNode
  children: ReactNode
  way: Way
  other?: Way | undefined
}) {
  return (
    <>
      {icon}
      <CalmHeading title={title}>{children}</CalmHeading>
      <div className="grid gap-3">
        <ButtonLink href={way.href} variant="primary" size="lg">
          {way.label}
        </ButtonLink>
        {other && (
          <ButtonLink href={other.href} size="lg">
            {other.label}
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
      <Told title="You work in no company yet" way={DASHBOARD}>
        What a company brings over is seen by those who work in it.
      </Told>
    )
  return (
    <AccountProvider value={choice.account}>
      <Allowed />
    </AccountProvider>
  )
}

function Allowed() {
  const { company } = useAccount()
  if (useCan('imports.run')) return <Followed />
  return (
    <Told title="Imports are followed by those who run them" way={DASHBOARD}>
      {`Your role in ${company.name || 'this company'} reads what there is. Customers and invoices appear in their lists as they are brought over.`}
    </Told>
  )
}

function Followed() {
  const { run, watched, error, retry, retrying } = useLatestImport()
  if (run) return <Standing run={run} watched={watched} />
  if (error instanceof ApiError && error.code === 'subscription_inactive')
    return (
      <Told
        title="Imports wait for a subscription"
        way={{ href: '/settings/plan-billing', label: 'See plan and billing' }}
      >
        {error.message}
      </Told>
    )
  if (error) return <Failed error={actionErrorText(error)} retry={retry} retrying={retrying} />
  if (run === null)
    return (
      <Told
        title="No import is running"
        way={{ href: IMPORT_PATH, label: 'Import a file' }}
        other={DASHBOARD}
      >
        Bring customers and invoices over from another program by a CSV file of them.
      </Told>
    )
  return <Skeleton className="h-48" />
}

const Failed = ({ error, retry, retrying }: { error: string; retry: () => void; retrying: boolean }) => (
  <>
    <CalmHeading title="The import could not be looked at" />
    <Note tone="error" onRetry={retry} retrying={retrying}>
      {`${error} An import that is running goes on.`}
    </Note>
  </>
)

function Standing({ run, watched }: { run: ImportRun; watched: boolean }) {
  const here = { href: importPath(run), label: 'See the import' }
  const file = <strong className="break-words">{run.file_name}</strong>
  switch (run.status) {
    case 'previewing':
    case 'running':
      // The focus moves to the heading of each state, so it is read out; row counts are not.
      return <Working key={run.status} run={run} here={here} />
    case 'mapping':
    case 'ready':
      return (
        <Told title="Your file waits for you" way={here} other={DASHBOARD}>
          {file}
          {run.status === 'mapping'
            ? ' was read. Say what its columns are, and see what would become of every row.'
            : ` was looked at row by row: ${recordsOf(run, 'create', run.fates.create + run.fates.update)} can be imported. Nothing is written before you say so.`}
        </Told>
      )
    case 'done':
    case 'failed':
      return <Ended run={run} watched={watched} here={here} file={file} />
  }
}

function Working({ run, here }: { run: ImportRun; here: Way }) {
  const writing = run.status === 'running'
  const [done, total] = writing
    ? [run.written_rows, run.fates.create + run.fates.update]
    : [run.checked_rows, run.total_rows]
  return (
    <Told title={writing ? 'Your data is moving in' : 'Your file is being read'} way={here} other={DASHBOARD}>
      <p className="mb-5">You may close this page: the work goes on, and nothing is lost.</p>
      <Progress
        label={run.file_name}
        done={done}
        total={total}
        detail={`${done.toLocaleString('en-US')} of ${countOf(total, 'row', 'rows')}`}
      />
    </Told>
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
  here: Way
  file: ReactNode
}) {
  const failed = run.status === 'failed'
  const Icon = failed ? CircleAlert : CircleCheck
  const ended = failed ? 'The import stopped' : 'Your data has moved in'
  const list = { href: `/${run.kind}`, label: `See ${run.kind}` }
  const leftOut = leftOutOf(run)
  return (
    <div role="status">
      <Icon className={failed ? 'mb-4 size-8 text-overdue' : 'mb-4 size-8 text-paid'} />
      <Told
        title={watched ? ended : 'No import is running'}
        way={failed ? here : list}
        other={failed ? DASHBOARD : here}
      >
        {!watched && 'The last one: '}
        {file}
        {failed
          ? ` stopped. ${run.failure} Rows that were already written stay; the others were not touched.`
          : ` brought in ${recordsOf(run, 'written', run.written_rows)}.`}
        {!failed &&
          leftOut > 0 &&
          ` ${countOf(leftOut, 'row was', 'rows were')} left out; the import says why.`}
      </Told>
    </div>
  )
}
