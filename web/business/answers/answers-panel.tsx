import { CalendarClock, CircleQuestionMark } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Note } from '../../ui/text/note.tsx'
import { Timeline } from '../../ui/text/timeline.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { bySource, disputeText, PROMISE_ENDS, promiseText } from './answer-words.ts'
import { type Dispute, type PaymentPromise, useAnswers } from './use-answers.ts'

// Loaded when one opens: they bring the form library.
const PromiseDialog = lazyWithRetry(() => import('./promise-dialog.tsx'), 'PromiseDialog')
const DisputeDialog = lazyWithRetry(() => import('./dispute-dialog.tsx'), 'DisputeDialog')
const WithdrawDialog = lazyWithRetry(() => import('./withdraw-dialog.tsx'), 'WithdrawDialog')
const ResolveDialog = lazyWithRetry(() => import('./resolve-dialog.tsx'), 'ResolveDialog')

interface AnsweredInvoice {
  readonly pk: string
  readonly number: string
  readonly currency: string
  readonly remaining: string
}

type Opened =
  | { readonly kind: 'promise' }
  | { readonly kind: 'dispute' }
  | { readonly kind: 'withdraw'; readonly promise: PaymentPromise }
  | { readonly kind: 'resolve'; readonly dispute: Dispute }

/** The promises and disputes of an invoice, with what staff can do about them. */
export function AnswersPanel({ invoice }: { invoice: AnsweredInvoice }) {
  const may = useCan('worklist.write')
  const answers = useAnswers(invoice.pk)
  const [opened, setOpened] = useState<Opened | null>(null)
  const { promises = [], disputes = [], may_record = false } = answers.data ?? {}
  const promise = promises.find(({ state }) => state === 'open')
  const dispute = disputes.find(({ state }) => state === 'open')
  const isEmpty = promises.length + disputes.length === 0
  if (answers.data && isEmpty && !(may && may_record)) return null
  return (
    <section aria-label="Promises and disputes" className="grid min-w-0 gap-3 border-t border-line pt-5">
      <h2 className="font-semibold">Promises and disputes</h2>
      {answers.error && (
        <Note tone="error" onRetry={answers.refetch} retrying={answers.isFetching}>
          {answers.error.message}
        </Note>
      )}
      {answers.data && isEmpty && <p className="text-ink-2">No promises or disputes yet.</p>}
      <AnswerList promises={promises} disputes={disputes} currency={invoice.currency} />
      {may && answers.data && (
        <div className="flex flex-wrap gap-2">
          {may_record && (
            <Button size="sm" icon={<CalendarClock />} onClick={() => setOpened({ kind: 'promise' })}>
              {promise ? 'Change promise…' : 'Record promise…'}
            </Button>
          )}
          {promise && (
            <Button size="sm" onClick={() => setOpened({ kind: 'withdraw', promise })}>
              Withdraw promise…
            </Button>
          )}
          {may_record && !dispute && (
            <Button size="sm" icon={<CircleQuestionMark />} onClick={() => setOpened({ kind: 'dispute' })}>
              Record dispute…
            </Button>
          )}
          {dispute && (
            <Button size="sm" onClick={() => setOpened({ kind: 'resolve', dispute })}>
              Resolve dispute…
            </Button>
          )}
        </div>
      )}
      <Suspense>
        {opened && <OpenedDialog invoice={invoice} opened={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </section>
  )
}

function OpenedDialog({
  invoice,
  opened,
  onClose,
}: {
  invoice: AnsweredInvoice
  opened: Opened
  onClose: () => void
}) {
  if (opened.kind === 'promise') return <PromiseDialog invoice={invoice} onClose={onClose} />
  if (opened.kind === 'dispute') return <DisputeDialog invoice={invoice} onClose={onClose} />
  if (opened.kind === 'withdraw')
    return <WithdrawDialog invoice={invoice} promise={opened.promise} onClose={onClose} />
  return <ResolveDialog invoice={invoice} dispute={opened.dispute} onClose={onClose} />
}

function AnswerList({
  promises,
  disputes,
  currency,
}: {
  promises: readonly PaymentPromise[]
  disputes: readonly Dispute[]
  currency: string
}) {
  const account = useAccount()
  const items = [
    ...promises.map((one) => ({
      id: one.pk,
      at: one.created,
      icon: <CalendarClock />,
      tone: one.state === 'open' ? ('soon' as const) : ('quiet' as const),
      title: promiseText(one, currency, account),
      detail: [PROMISE_ENDS[one.state], bySource(one), one.note, one.outcome],
    })),
    ...disputes.map((one) => ({
      id: one.pk,
      at: one.created,
      icon: <CircleQuestionMark />,
      tone: one.state === 'open' ? ('soon' as const) : ('quiet' as const),
      title: disputeText(one, currency),
      detail: [one.state === 'open' ? 'Open' : 'Resolved', bySource(one), one.text, one.resolution],
    })),
  ].sort((a, b) => (a.at < b.at ? 1 : -1))
  return (
    <Timeline
      items={items.map(({ at, detail, ...item }) => ({
        ...item,
        detail: detail.filter((part) => part !== '').join(' · '),
        time: formatDate(dayOf(at, account.timezone), account.date_format),
        dateTime: at,
      }))}
    />
  )
}
