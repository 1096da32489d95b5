import { X } from 'lucide-react'
import { useState } from 'react'
import type { InvoiceRunReply } from '../../../../contract/lists/invoice-runs.ts'
import { useCan } from '../../../session/account-context.ts'
import { createMemoryStore, openLocalStorage, SEEN_RUN_KEY } from '../../../session/storage/key-store.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Progress } from '../../../ui/text/progress.tsx'
import { ACTION_WORDS, invoicesText, LEFT_OUT_WORDS } from './run-words.ts'
import { useStopRun } from './use-invoice-runs.ts'

/** A browser without storage forgets what was dismissed. */
const device = openLocalStorage() ?? createMemoryStore()

/** Progress of the run that is going on, and how the last one ended until somebody dismisses that. */
export function InvoiceRunProgress({ last }: { last: InvoiceRunReply }) {
  const [seen, setSeen] = useState(() => device.get(SEEN_RUN_KEY))
  const stop = useStopRun()
  const mayWrite = useCan('invoices.write')
  const dismiss = (pk: string) => {
    device.set(SEEN_RUN_KEY, pk)
    setSeen(pk)
  }
  if (last.pk === seen) return null
  if (last.state !== 'running') return <Ended run={last} onDismiss={() => dismiss(last.pk)} />
  const title = ACTION_WORDS[last.action].progress
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-end gap-x-4 gap-y-2 border-b border-line px-4 py-3 md:px-6"
    >
      <Progress
        className="min-w-0 flex-1 grid-cols-[minmax(0,1fr)] max-sm:basis-full"
        label={title}
        done={last.done + last.left_out_count}
        total={last.total}
        detail={`${last.done + last.left_out_count} of ${last.total}`}
      />
      {mayWrite && (
        <Button size="sm" busy={stop.isPending} onClick={() => stop.mutate(last)}>
          Stop
        </Button>
      )}
    </section>
  )
}

const MOST_NAMED = 5

/** The end of a run: how many it did, which it left out and why. */
function Ended({ run, onDismiss }: { run: InvoiceRunReply; onDismiss: () => void }) {
  const rest = run.total - run.done - run.left_out_count
  const named = run.left_out.slice(0, MOST_NAMED)
  return (
    <div className="relative mx-4 mt-4 md:mx-6">
      <Note
        tone={run.state === 'failed' ? 'error' : run.left_out_count + rest > 0 ? 'warning' : 'success'}
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
      <div className="absolute end-2 top-2">
        <Button variant="bare" size="sm" icon={<X />} aria-label="Dismiss" onClick={onDismiss} />
      </div>
    </div>
  )
}
