import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { contract } from '../../../contract/index.ts'
import { skippedRowsFileName } from '../../../domain/parsing/skipped-rows-file-name.ts'
import { useAccount } from '../../session/account-context.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { StepIndicator } from '../../ui/layout/step-indicator.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { saveFile } from '../../ui/pdf/save-file.ts'
import { Note } from '../../ui/text/note.tsx'
import { Progress } from '../../ui/text/progress.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { inlineLink } from '../layout/calm-page.tsx'
import { RecordPage } from '../layout/record-page.tsx'
import { Redirect } from '../layout/redirect.tsx'
import { focusHeading } from '../layout/use-focus-on-new-page.ts'
import { MIGRATION_PATH } from '../paths.ts'
import { ImportKeeping } from './import-keeping.tsx'
import { ImportMapping } from './import-mapping.tsx'
import { ImportRows } from './import-rows.tsx'
import {
  countOf,
  hasReasons,
  type ImportRun,
  importState,
  isForgotten,
  isWorking,
  leftOutOf,
  recordsOf,
} from './import-words.ts'
import { useFreshLists } from './use-fresh-lists.ts'

const LOOK_AGAIN_MS = 700

/**
 * One import from its mapping to its last row. It continues without the page open, and the page shows its
 * current state.
 */
export function ImportPage() {
  const { importId } = useParams({ strict: false }) as { importId: string }
  const { kind } = useSearch({ strict: false }) as { kind?: ImportRun['kind'] }
  const account = useAccount()
  const call = useCall()
  const run = useQuery({
    queryKey: [account.pk, 'import', importId],
    queryFn: ({ signal }) =>
      call(contract.imports.read, { params: { account: account.pk, import: importId } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? LOOK_AGAIN_MS : false),
  })
  useFreshLists(account.pk, run.data?.status)
  return (
    <RecordPage
      query={run}
      title="Import"
      crumbs={crumbsOf(kind ?? 'invoices')}
      failure="Failed to load the import"
    >
      {(shown) =>
        kind === shown.kind ? (
          <Shown run={shown} />
        ) : (
          <Redirect to="/imports/$importId" params={{ importId }} search={{ kind: shown.kind }} replace />
        )
      }
    </RecordPage>
  )
}

const crumbsOf = (kind: ImportRun['kind']) => [
  { label: kind === 'customers' ? 'Import customers' : 'Import invoices', href: `/imports?kind=${kind}` },
]

/** A step's button disappears with the step; the focus then moves to the next step's heading. */
function useFocusKept(status: ImportRun['status']) {
  const former = useRef(status)
  useEffect(() => {
    if (former.current === status) return
    former.current = status
    const main = document.getElementById('main')
    if (main && document.activeElement === document.body) focusHeading(main)
  }, [status])
}

const STEP_OF: Record<ImportRun['status'], number> = {
  mapping: 0,
  previewing: 1,
  ready: 1,
  running: 2,
  done: 2,
  failed: 1,
}

function Shown({ run }: { run: ImportRun }) {
  const state = importState(run)
  useFocusKept(run.status)
  return (
    <>
      <PageHeader
        title={run.file_name}
        crumbs={crumbsOf(run.kind)}
        detail={
          // Announced as it changes, unlike the row counts.
          <span role="status" className="flex">
            <Tag tone={state.tone}>{state.text}</Tag>
          </span>
        }
      />
      <div className="px-4 pb-4 md:px-6">
        <StepIndicator
          current={STEP_OF[run.status]}
          steps={[
            { id: '1', name: 'Columns' },
            { id: '2', name: 'Preview' },
            { id: '3', name: 'Import' },
          ]}
        />
      </div>
      {run.status === 'failed' && (
        <div className="px-4 pb-4 md:px-6">
          <Note tone="error" title="This import stopped">
            {run.failure} Rows already imported stay. The rest didn’t change.
          </Note>
        </div>
      )}
      {run.status === 'previewing' && (
        <Working label="Checking rows" done={run.checked_rows} total={run.total_rows} />
      )}
      {run.status === 'running' && (
        <Working
          label="Importing rows"
          done={run.written_rows}
          total={run.outcomes.create + run.outcomes.update}
        />
      )}
      {run.status === 'done' && <Outcome run={run} />}
      {run.status === 'ready' && <Confirm run={run} />}
      <ImportKeeping run={run} />
      {['mapping', 'ready', 'failed'].includes(run.status) && !isForgotten(run) && (
        <ImportMapping run={run} />
      )}
      {(run.status === 'ready' || run.status === 'done') && (!isForgotten(run) || hasReasons(run)) && (
        <ImportRows run={run} />
      )}
    </>
  )
}

const Working = ({ label, done, total }: { label: string; done: number; total: number }) => (
  <div className="max-w-180 px-4 py-6 md:px-6">
    <Progress
      label={label}
      done={done}
      total={total}
      detail={`${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
    />
    <p className="mt-2 text-ink-2">
      You can leave this page. The import continues.{' '}
      <Link href={MIGRATION_PATH} className={inlineLink}>
        Open the progress page
      </Link>
    </p>
  </div>
)

/** States exactly what the next button does. */
function Confirm({ run }: { run: ImportRun }) {
  const account = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const good = run.outcomes.create + run.outcomes.update
  const starting = useSingleMutation({
    mutationFn: () =>
      call(contract.imports.run, { params: { account: account.pk, import: run.pk }, body: {} }),
    onSuccess: (next) => queries.setQueryData([account.pk, 'import', run.pk], next),
    onError: (error) => toast({ title: 'We couldn’t start the import', body: error.message, tone: 'error' }),
  })
  return (
    <div className="mx-4 mb-5 grid gap-3 rounded-8 border border-line bg-raised p-4 md:mx-6">
      <p>
        Rows: <b className="font-semibold">{run.outcomes.create.toLocaleString('en-US')} new</b>,{' '}
        {run.outcomes.update.toLocaleString('en-US')} changed,{' '}
        {(run.outcomes.unchanged + run.outcomes.duplicate).toLocaleString('en-US')} unchanged or duplicate,{' '}
        <b className={run.outcomes.reject > 0 ? 'font-semibold text-overdue' : 'font-semibold'}>
          {run.outcomes.reject.toLocaleString('en-US')} can’t be imported
        </b>
        .
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={starting.isPending}
          disabled={good === 0}
          onClick={() => starting.mutate()}
        >
          {`Import ${recordsOf(run, 'create', good)}`}
        </Button>
        {leftOutOf(run) > 0 && <RejectedRows run={run} />}
      </div>
    </div>
  )
}

function Outcome({ run }: { run: ImportRun }) {
  const leftOut = leftOutOf(run)
  return (
    <div className="mx-4 mb-5 md:mx-6">
      <Note
        tone={leftOut > 0 ? 'info' : 'success'}
        title={`Imported ${recordsOf(run, 'written', run.written_rows)}`}
      >
        <OutcomeWords run={run} />
        <span className="mt-2 flex flex-wrap gap-2">
          <ButtonLink href={`/${run.kind}`} variant="primary">{`View ${run.kind}`}</ButtonLink>
          {leftOut > 0 && !isForgotten(run) && <RejectedRows run={run} />}
        </span>
      </Note>
    </div>
  )
}

/** Shows how many rows were left out, and why. */
function OutcomeWords({ run: { outcomes } }: { run: ImportRun }) {
  const parts = [
    [outcomes.reject, 'can’t be imported (see reasons below)'],
    [outcomes.duplicate, 'duplicate (we use the first)'],
    [outcomes.unchanged, 'already up to date'],
  ] as const
  const shown = parts.filter(([count]) => count > 0)
  if (shown.length === 0) return <p>Every row was imported.</p>
  const sum = shown.reduce((all, [count]) => all + count, 0)
  return (
    <>
      <p>{`${countOf(sum, 'row was', 'rows were')} skipped:`}</p>
      <ul className="list-disc ps-5">
        {shown.map(([count, why]) => (
          <li key={why}>{`${count.toLocaleString('en-US')} ${why}`}</li>
        ))}
      </ul>
    </>
  )
}

function RejectedRows({ run }: { run: ImportRun }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const loading = useSingleMutation({
    mutationFn: () =>
      call(contract.imports.rejectedRows, { params: { account: account.pk, import: run.pk } }),
    onSuccess: (blob) => saveFile(blob, skippedRowsFileName(run.file_name)),
    onError: (error) => toast({ title: 'We couldn’t download the rows', body: error.message, tone: 'error' }),
  })
  return (
    <Button icon={<Download />} busy={loading.isPending} onClick={() => loading.mutate()}>
      {`Download ${countOf(leftOutOf(run), 'skipped row', 'skipped rows')}`}
    </Button>
  )
}
