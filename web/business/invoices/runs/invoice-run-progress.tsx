import { X } from 'lucide-react'
import { useState } from 'react'
import type { InvoiceRunReply } from '../../../../contract/lists/invoice-runs.ts'
import { useCan } from '../../../session/account-context.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Progress } from '../../../ui/text/progress.tsx'
import { ACTION_WORDS, invoicesText, LEFT_OUT_WORDS } from './run-words.ts'
import { useInvoiceRuns, useStopRun } from './use-invoice-runs.ts'

/** Progress of the run that is going on, and what the last one left out when it ends. */
export function InvoiceRunProgress() {
  const toast = useToast()
  const [ended, setEnded] = useState<InvoiceRunReply | null>(null)
  const run = useInvoiceRuns((last) => {
    setEnded(last)
    if (last.done > 0) toast({ title: ACTION_WORDS[last.action].done(last.done), tone: 'success' })
  }).data?.runs.find(({ state }) => state === 'running')
  const stop = useStopRun()
  const mayWrite = useCan('invoices.write')
  if (!run) return ended && <Ended run={ended} onDismiss={() => setEnded(null)} />
  const title = ACTION_WORDS[run.action].progress
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-end gap-x-4 gap-y-2 border-b border-line px-4 py-3 md:px-6"
    >
      <Progress
        className="min-w-0 flex-1 grid-cols-[minmax(0,1fr)] max-sm:basis-full"
        label={title}
        done={run.done + run.left_out_count}
        total={run.total}
        detail={`${run.done + run.left_out_count} of ${run.total}`}
      />
      {mayWrite && (
        <Button size="sm" busy={stop.isPending} onClick={() => stop.mutate(run)}>
          Stop
        </Button>
      )}
    </section>
  )
}

const MOST_NAMED = 5

/** The end of a run, when it did less than everything. */
function Ended({ run, onDismiss }: { run: InvoiceRunReply; onDismiss: () => void }) {
  const rest = run.total - run.done - run.left_out_count
  if (run.left_out_count === 0 && rest === 0) return null
  const named = run.left_out.slice(0, MOST_NAMED)
  return (
    <div className="relative mx-4 mt-4 md:mx-6">
      <Note
        tone={run.state === 'failed' ? 'error' : 'warning'}
        title={run.done > 0 ? ACTION_WORDS[run.action].done(run.done) : 'Nothing was done'}
        className="pe-12"
      >
        {run.failure && <p>{run.failure}</p>}
        {rest > 0 && <p>{invoicesText(rest)} not reached.</p>}
        {run.left_out_count > 0 && (
          <p>
            Left out:{' '}
            {named
              .map((one) => `${one.number || 'one'} (${one.text || LEFT_OUT_WORDS[one.reason]})`)
              .join(', ')}
            {run.left_out_count > named.length && ` and ${run.left_out_count - named.length} more`}
          </p>
        )}
      </Note>
      <Button
        variant="bare"
        size="sm"
        icon={<X />}
        aria-label="Dismiss"
        onClick={onDismiss}
        className="absolute end-2 top-2"
      />
    </div>
  )
}
