import { useInfiniteQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useCall } from '../../session/session-context.tsx'
import { NativeSelect } from '../../ui/fields/select.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { LIVE } from '../query-client.ts'
import { DeliveryState } from './delivery-state.tsx'
import { type Delivery, type Endpoint, useInstantText } from './use-developers.ts'

const DeliveryPanel = lazyWithRetry(() => import('./delivery-panel.tsx'), 'DeliveryPanel')

type State = Delivery['state']

const FILTERS = [
  { value: '', label: 'All deliveries' },
  { value: 'waiting', label: 'On the way' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
]

/** The deliveries to an endpoint, newest first. `shown` is the one that is open. */
export function DeliveryLog({
  endpoint,
  shown,
  onShow,
}: {
  endpoint: Endpoint
  shown: string | null
  onShow: (delivery: string | null) => void
}) {
  const [state, setState] = useState<State | ''>('')
  const log = useLog(endpoint.pk, state)
  const rows = log.data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <section aria-label="Delivery log" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-14 font-semibold">Delivery log</h2>
        <NativeSelect
          compact
          aria-label="Show"
          className="w-44"
          options={FILTERS}
          value={state}
          onChange={(event) => setState(event.target.value as State | '')}
        />
      </div>
      {log.error && (
        <Note tone="error" onRetry={() => void log.refetch()} retrying={log.isFetching}>
          {actionErrorText(log.error)}
        </Note>
      )}
      {!log.data && !log.error && <Skeleton className="h-24" />}
      {log.data && rows.length === 0 && (
        <EmptyState icon={<Send />} title={state === '' ? 'Nothing sent yet' : 'No deliveries here'}>
          Events arrive here a minute or two after they happen. Deliveries are kept for 30 days.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul aria-label="Deliveries" className="grid divide-y divide-line border-y border-line">
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.pk} delivery={delivery} onOpen={() => onShow(delivery.pk)} />
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <div>
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show older deliveries
          </Button>
        </div>
      )}
      <Suspense>
        {shown !== null && (
          <DeliveryPanel endpoint={endpoint} delivery={shown} onClose={() => onShow(null)} />
        )}
      </Suspense>
    </section>
  )
}

function useLog(webhook: string, state: State | '') {
  const { pk: account } = useAccount()
  const call = useCall()
  return useInfiniteQuery({
    queryKey: [account, 'webhook-deliveries', webhook, state],
    queryFn: ({ signal, pageParam }) =>
      call(
        contract.webhooks.deliveries,
        {
          params: { account, webhook },
          query: { ...(state !== '' && { state }), ...(pageParam !== '' && { before: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ results, has_more }) => (has_more ? results.at(-1)?.pk : undefined),
    ...LIVE,
  })
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { dayAndTime } = useInstantText()
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid w-full gap-x-4 gap-y-0.5 px-1 py-2.5 text-start hover:bg-quiet-tint sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-mono text-12 font-medium">{delivery.event_type}</span>
          <DeliveryState delivery={delivery} />
          {delivery.replay > 0 && <span className="text-12 text-ink-3">replay {delivery.replay}</span>}
        </span>
        <span className="text-12 text-ink-3">{dayAndTime(delivery.created_at)}</span>
        {delivery.last_problem !== null && (
          <span className="text-12 text-ink-2 sm:col-span-2">
            {delivery.last_problem} {attemptsText(delivery.attempts)}
            {delivery.next_at !== null && ` Next attempt ${dayAndTime(delivery.next_at)}.`}
          </span>
        )}
      </button>
    </li>
  )
}

const attemptsText = (attempts: number): string => (attempts === 1 ? '1 attempt.' : `${attempts} attempts.`)
