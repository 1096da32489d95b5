import { X } from 'lucide-react'
import { useState } from 'react'
import type { InvoiceRunReply } from '../../../../contract/lists/invoice-runs.ts'
import { useCan } from '../../../session/account-context.ts'
import { createMemoryStore, openLocalStorage } from '../../../session/storage/key-store.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Progress } from '../../../ui/text/progress.tsx'
import { DrawnPdfs } from './drawn-pdfs.tsx'
import { useStopRun } from './run-calls.ts'
import { ACTION_WORDS, invoicesText, LEFT_OUT_WORDS } from './run-words.ts'

/** Ids of the last action, and of the last PDFs, whose end was dismissed on this device. */
const SEEN_RUN_KEY = 'seen-invoice-run'
const SEEN_PDFS_KEY = 'seen-invoice-pdfs'

/** A browser without storage forgets what was dismissed. */
const device = openLocalStorage() ?? createMemoryStore()

/** The last action on many invoices and the last PDFs of many, one above the other. */
export function InvoiceRuns({ runs }: { runs: readonly InvoiceRunReply[] }) {
  const acted = runs.find(({ action }) => action !== 'pdfs')
  const drawn = runs.find(({ action }) => action === 'pdfs')
  return (
    <>
      {acted && <InvoiceRunProgress last={acted} seenKey={SEEN_RUN_KEY} />}
      {drawn && <InvoiceRunProgress last={drawn} seenKey={SEEN_PDFS_KEY} />}
    </>
  )
}

/** Progress of the run that is going on, and how the last one ended until somebody dismisses that. */
function InvoiceRunProgress({ last, seenKey }: { last: InvoiceRunReply; seenKey: string }) {
  const [seen, setSeen] = useState(() => device.get(seenKey))
  const stop = useStopRun()
  const mayWrite = useCan('invoices.write')
  const dismiss = (pk: string) => {
    device.set(seenKey, pk)
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
    <div className="relative mx-4 my-4 md:mx-6">
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
        {run.done > 0 && run.kept_until && (
          <p className="mt-2">
            <DrawnPdfs run={run} />
          </p>
        )}
      </Note>
      <div className="absolute end-2 top-2">
        <Button variant="bare" size="sm" icon={<X />} aria-label="Dismiss" onClick={onDismiss} />
      </div>
    </div>
  )
}
