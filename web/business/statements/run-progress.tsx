import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Progress } from '../../ui/text/progress.tsx'
import { type Run, useRuns, useStopRun } from './use-sending.ts'

/** Progress of the run that is going on, or what the last one left over. */
export function RunProgress() {
  const read = useRuns()
  const stop = useStopRun()
  const { date_format } = useAccount()
  const maySend = useCan('statements.send')
  const run = read.data?.runs.find(({ state }) => state === 'running') ?? read.data?.runs[0]
  if (!run) return null
  const period = `${formatDate(run.from, date_format)} to ${formatDate(run.to, date_format)}`
  if (run.state !== 'running') return <Ended run={run} period={period} />
  return (
    <section
      aria-label="Sending statements"
      className="flex items-end gap-4 border-t border-line px-4 py-3 md:px-6"
    >
      <Progress
        className="flex-1"
        label={`Sending statements for ${period}`}
        done={run.customers_done}
        total={run.customers_total}
        detail={`${run.customers_done} of ${run.customers_total} customers, ${run.sent} sent`}
      />
      {maySend && (
        <Button size="sm" busy={stop.isPending} onClick={() => stop.mutate(run.pk)}>
          Stop
        </Button>
      )}
    </section>
  )
}

function Ended({ run, period }: { run: Run; period: string }) {
  if (run.state === 'failed')
    return (
      <Note tone="error" title={`Sending statements for ${period} stopped`} className="mx-4 mb-4 md:mx-6">
        {run.failure}
      </Note>
    )
  if (run.failed === 0) return null
  return (
    <Note
      tone="warning"
      title={`${run.failed === 1 ? '1 statement' : `${run.failed} statements`} for ${period} failed`}
      className="mx-4 mb-4 md:mx-6"
    >
      Send statements for the same period again. Customers who got one are left out.
    </Note>
  )
}
