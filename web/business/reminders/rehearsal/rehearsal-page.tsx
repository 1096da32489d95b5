import { useParams } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { FLOWS_PATH, type Flow, flowPath, useFlows } from '../flows/use-flows.ts'
import { RehearsalResult } from './rehearsal-result.tsx'
import { type Period, type Rehearsal, useRehearsal } from './use-rehearsal.ts'

const PERIODS = [
  { value: 'past', label: 'Last 12 months' },
  { value: 'future', label: 'Next 60 days' },
] as const

/** Shows what a flow would have sent, or would send, before it is switched on. */
export function RehearsalPage() {
  const { flowId } = useParams({ strict: false }) as { flowId: string }
  const flow = useFlows().data?.results.find(({ pk }) => pk === flowId)
  const { read, start } = useRehearsal(flowId)
  const rehearsal = read.data?.rehearsal ?? null
  const [chosen, setChosen] = useState<Period | null>(null)
  const period = chosen ?? rehearsal?.period ?? 'past'
  const may = useCan('reminders.write')
  const running = rehearsal?.state === 'running'
  return (
    <>
      <PageHeader
        title={flow ? `Rehearsal of ${nameOf(flow)}` : 'Rehearsal'}
        crumbs={[
          { label: 'Reminder flows', href: FLOWS_PATH },
          { label: flow?.name ?? 'Flow', href: flowPath(flowId) },
        ]}
        detail={<Tag>Nothing is sent</Tag>}
        actions={
          may && (
            <>
              <Segmented label="Days" options={PERIODS} value={period} onChange={setChosen} />
              <Button
                variant={rehearsal === null ? 'primary' : undefined}
                icon={<Play />}
                busy={start.isPending || running}
                onClick={() => start.mutate(period)}
              >
                {rehearsal === null ? 'Rehearse' : 'Rehearse again'}
              </Button>
              <ButtonLink href={flowPath(flowId)}>Edit flow</ButtonLink>
            </>
          )
        }
      />
      {start.error && (
        <Note tone="error" className="mx-4 mb-4 md:mx-6">
          {actionErrorText(start.error)}
        </Note>
      )}
      {read.error && (
        <Note
          tone="error"
          title="Failed to load the rehearsal"
          className="mx-4 md:mx-6"
          onRetry={read.refetch}
          retrying={read.isFetching}
        >
          {read.error.message}
        </Note>
      )}
      {read.isPending && <Skeleton className="mx-4 h-80 md:mx-6" />}
      {read.data && rehearsal === null && <NotRehearsed />}
      {rehearsal && <Shown rehearsal={rehearsal} flowId={flowId} />}
    </>
  )
}

const nameOf = (flow: Flow): string => (flow.draft ? `the draft of ${flow.name}` : flow.name)

const NotRehearsed = () => (
  <EmptyState icon={<Play />} title="See what this flow would have sent">
    A rehearsal plays the flow over the invoices of the last 12 months, as they were on each day, or over the
    next 60 days. You can read every email. Nothing leaves, and no task is opened.
  </EmptyState>
)

function Shown({ rehearsal, flowId }: { rehearsal: Rehearsal; flowId: string }) {
  const { date_format } = useAccount()
  if (rehearsal.state === 'running') return <Progress rehearsal={rehearsal} />
  if (rehearsal.result === null)
    return (
      <Note tone="error" className="mx-4 md:mx-6">
        {rehearsal.failure}
      </Note>
    )
  return (
    <>
      {!rehearsal.is_current && (
        <Note tone="warning" title="The flow was changed since" className="mx-4 mb-4 md:mx-6">
          Rehearse again to see what it would send now.
        </Note>
      )}
      <p className="px-4 pb-5 text-16 text-balance text-ink-2 md:px-6">
        From {formatDate(rehearsal.from, date_format)} to {formatDate(rehearsal.until, date_format)}, this
        flow {rehearsal.period === 'past' ? 'would have sent' : 'would send'}{' '}
        <b className="font-semibold text-ink">{countOf(rehearsal.result.messages, 'message')}</b> to{' '}
        <b className="font-semibold text-ink">{countOf(rehearsal.result.customers, 'customer')}</b>
        {comparisonOf(rehearsal.result)}. Tasks and notes to staff are not rehearsed.
      </p>
      <RehearsalResult
        key={rehearsal.started_at}
        rehearsal={rehearsal}
        result={rehearsal.result}
        flowId={flowId}
      />
    </>
  )
}

const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

function comparisonOf({ messages, live }: NonNullable<Rehearsal['result']>): string {
  if (live === null) return ''
  const more = messages - live.messages
  if (more === 0) return ', as many as the live version'
  return `, ${Math.abs(more).toLocaleString('en-US')} ${more > 0 ? 'more' : 'fewer'} than the live version`
}

function Progress({ rehearsal: { customers_done, customers_total } }: { rehearsal: Rehearsal }) {
  return (
    <div className="grid gap-2 px-4 md:px-6" role="status">
      <progress
        className="w-full max-w-96"
        aria-label="Rehearsal"
        value={customers_done}
        max={Math.max(1, customers_total)}
      />
      <p className="text-ink-2">
        {customers_done.toLocaleString('en-US')} of {customers_total.toLocaleString('en-US')} customers played
      </p>
    </div>
  )
}
