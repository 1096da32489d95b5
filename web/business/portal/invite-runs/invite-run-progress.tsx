import { useCan } from '../../../session/account-context.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Progress } from '../../../ui/text/progress.tsx'
import { useInviteRuns, useStopRun } from './use-invite-runs.ts'

/** Progress of the run that is going on, or why the last one failed. */
export function InviteRunProgress() {
  const run = useInviteRuns().data?.runs[0]
  const stop = useStopRun()
  const mayInvite = useCan('portal.invite')
  const title = run?.selected ? 'Inviting selected customers' : 'Inviting all customers'
  if (run?.state === 'failed')
    return (
      <Note tone="error" title={`${title} stopped`} className="mx-4 mt-4 md:mx-6">
        {run.failure}
      </Note>
    )
  if (run?.state !== 'running') return null
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-end gap-x-4 gap-y-2 border-b border-line px-4 py-3 md:px-6"
    >
      <Progress
        className="min-w-0 flex-1 grid-cols-[minmax(0,1fr)] max-sm:basis-full"
        label={title}
        done={run.customers_done}
        total={run.customers_total}
        detail={`${run.customers_done} of ${run.customers_total}, ${run.sent} invited`}
      />
      {mayInvite && (
        <Button size="sm" busy={stop.isPending} onClick={() => stop.mutate(run)}>
          Stop
        </Button>
      )}
    </section>
  )
}
