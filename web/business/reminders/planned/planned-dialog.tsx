import { Ban, Pause, Send } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { REASON_TEXTS } from '../../../../domain/reminders/reason-texts.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { Link } from '../../../ui/layout/link.tsx'
import { TypedDialog } from '../../../ui/overlay/typed-dialog.tsx'
import { hourText } from '../../../ui/text/hour-text.ts'
import { lowerFirst } from '../../../ui/text/lower-first.ts'
import { moneyText } from '../../../ui/text/money-text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { PlannedText } from './planned-text.tsx'
import { type MessageText, type ShownMessage, type Upcoming, usePlanned } from './use-planned.ts'

// Loaded when it opens: it brings the form library.
const PauseRemindersDialog = lazyWithRetry(
  () => import('../../invoices/pause-reminders-dialog.tsx'),
  'PauseRemindersDialog',
)

/** A reminder that was not sent yet: read it, change its text, send it now, skip it, or pause the customer. */
export function PlannedDialog({ row, onClose }: { row: Upcoming; onClose: () => void }) {
  const may = useCan('reminders.write')
  const { shown, text, send, skip, changed } = usePlanned(row, onClose)
  const [typed, setTyped] = useState<MessageText | null>(null)
  const [pausing, setPausing] = useState(false)
  const busy = text.isPending || send.isPending || skip.isPending
  const failure = send.error ?? skip.error ?? text.error
  const message = shown.data
  const unsaved = message ? unsavedText(typed, message) : null
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      side="end"
      size="md"
      readFirst
      locked={busy}
      saved={message}
      title={`${row.step} to ${row.customer.short_name}`}
      footer={
        may &&
        message && (
          <>
            <Button icon={<Pause />} onClick={() => setPausing(true)} disabled={busy}>
              Pause…
            </Button>
            <Button icon={<Ban />} onClick={() => skip.mutate()} busy={skip.isPending}>
              Skip once
            </Button>
            <Button
              variant="primary"
              icon={<Send />}
              disabled={message.obstacle !== null || (message.untrue !== null && unsaved === null)}
              busy={send.isPending}
              onClick={() => send.mutate(unsaved)}
            >
              Send now
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-5">
        {failure && <Note tone="error">{actionErrorText(failure)}</Note>}
        {message?.obstacle && (
          <Note tone="warning" title="This can’t be sent now">
            {REASON_TEXTS[message.obstacle]}.
          </Note>
        )}
        {message && message.obstacle === null && message.untrue !== null && <Note>{message.untrue}</Note>}
        <Facts row={row} to={message?.to.join(', ') ?? row.to} from={message?.from} />
        {shown.error && (
          <Note tone="error" onRetry={shown.refetch} retrying={shown.isFetching}>
            {actionErrorText(shown.error)}
          </Note>
        )}
        {!message && !shown.error && <Skeleton className="h-80" />}
        {message && (
          <PlannedText
            message={message}
            isThanks={row.is_thanks}
            typed={typed}
            readOnly={!may || busy}
            saving={text.isPending}
            isChanged={unsaved !== null}
            onType={setTyped}
            onSave={() => unsaved && text.mutate(unsaved)}
            onUseTemplate={() => {
              setTyped(null)
              text.mutate(null)
            }}
          />
        )}
      </div>
      <Suspense>
        {pausing && (
          <PauseRemindersDialog
            subject={{ scope: 'customer', pk: row.customer.pk, name: row.customer.short_name }}
            onClose={() => setPausing(false)}
            onPaused={async () => {
              await changed()
              onClose()
            }}
          />
        )}
      </Suspense>
    </TypedDialog>
  )
}

/** Text that has to be saved before the message leaves: what was typed, or an outdated text that is kept as it is. */
function unsavedText(typed: MessageText | null, saved: ShownMessage): MessageText | null {
  const { subject, body } = typed ?? saved
  const isChanged = subject !== saved.subject || body !== saved.body
  return isChanged || saved.is_outdated ? { subject, body } : null
}

function Facts({ row, to, from }: { row: Upcoming; to: string; from: ShownMessage['from'] | undefined }) {
  const account = useAccount()
  const day = (date: string) => formatDate(date, account.date_format)
  const waits = row.scheduled_on < row.day
  const when = row.day === account.today ? 'Today' : day(row.day)
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      <Fact label="Leaves">
        {when}, {hourText(row.hour)}
        {waits && (
          <span className="text-ink-3">
            . Planned for {day(row.scheduled_on)}
            {row.held_for && `: ${lowerFirst(REASON_TEXTS[row.held_for])}`}
          </span>
        )}
      </Fact>
      {from && (
        <Fact label="From">
          <span className="whitespace-normal">
            {from.name}
            {from.reply_to !== '' && <span className="block text-ink-3">Answers go to {from.reply_to}</span>}
          </span>
        </Fact>
      )}
      <Fact label="To">{to === '' ? 'No email address' : to}</Fact>
      <Fact label={row.invoices.length === 1 ? 'Invoice' : 'Invoices'}>
        <span className="flex flex-wrap gap-x-3">
          {row.invoices.map((one) => (
            <Link
              key={`${one.pk} ${one.occurrence}`}
              href={`/invoices/${one.pk}`}
              className="font-medium text-ink underline underline-offset-3"
            >
              {one.number}
            </Link>
          ))}
        </span>
      </Fact>
      <Fact label={row.is_thanks ? 'Amount paid' : 'Amount due'}>
        {moneyText(row.remaining, row.currency, true)}
      </Fact>
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-ink-3">{label}</dt>
    <dd className="num min-w-0 break-words whitespace-normal">{children}</dd>
  </div>
)
