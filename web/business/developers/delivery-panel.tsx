import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useAction } from '../../session/calls/use-action.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { type Endpoint, useInstantText, useRefresh } from './use-developers.ts'

/** Shows the body of a delivery and each request with its answer, and replays it. */
export function DeliveryPanel({
  endpoint,
  delivery,
  onClose,
}: {
  endpoint: Endpoint
  delivery: string
  onClose: () => void
}) {
  const { pk: account } = useAccount()
  const call = useCall()
  const refresh = useRefresh()
  const toast = useToast()
  const { dayAndTime } = useInstantText()
  const params = { account, webhook: endpoint.pk, delivery }
  const { data, error, refetch } = useQuery({
    queryKey: [account, 'webhook-deliveries', endpoint.pk, 'one', delivery],
    queryFn: ({ signal }) => call(contract.webhooks.delivery, { params }, { signal }),
  })
  const replay = useAction(async () => {
    try {
      await call(contract.webhooks.replay, { params, body: {} })
      await refresh()
      toast({ title: 'The event is on its way again', tone: 'success' })
      onClose()
    } catch (failure) {
      toast({ title: 'We couldn’t replay it', body: actionErrorText(failure), tone: 'error' })
    }
  })
  const mayReplay = data !== undefined && data.event !== null && data.state !== 'waiting'
  return (
    <Dialog
      side="end"
      open
      onOpenChange={onClose}
      title={data?.event_type ?? 'Delivery'}
      description={data ? dayAndTime(data.created_at) : ''}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {mayReplay && (
            <Button
              variant="primary"
              busy={replay.busy}
              disabled={endpoint.state !== 'enabled'}
              onClick={() => void replay.run()}
            >
              Replay
            </Button>
          )}
        </>
      }
    >
      {error && !data && (
        <Note tone="error" onRetry={() => void refetch()}>
          {actionErrorText(error)}
        </Note>
      )}
      {!data && !error && <Skeleton className="h-40" />}
      {data && (
        <div className="grid gap-5">
          <div>
            <DeliveryState delivery={data} />
          </div>
          <section aria-label="Requests" className="grid gap-3">
            <h3 className="font-semibold">Requests</h3>
            {data.requests.length === 0 && <p className="text-ink-2">Not sent yet.</p>}
            {data.requests.map((request) => (
              <div key={request.number} className="grid gap-1">
                <p className="text-ink-2">
                  {request.number}. {dayAndTime(request.at)} · {request.duration_ms} ms ·{' '}
                  {request.problem ?? `Answered ${request.status}.`}
                </p>
                {request.answer !== '' && <Code>{request.answer}</Code>}
              </div>
            ))}
          </section>
          <section aria-label="Body" className="grid gap-1">
            <h3 className="font-semibold">Body</h3>
            <Code>{pretty(data.payload)}</Code>
          </section>
        </div>
      )}
    </Dialog>
  )
}

const pretty = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)

const Code = ({ children }: { children: string }) => (
  <pre className="rounded-6 bg-sunken p-3 font-mono text-12 whitespace-pre-wrap wrap-anywhere">
    {children}
  </pre>
)
