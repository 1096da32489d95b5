import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useAction } from '../../session/calls/use-action.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { AskDialog } from '../layout/ask-dialog.tsx'
import { SubscriptionGate } from '../layout/gates/subscription-gate.tsx'
import { NotFoundPage } from '../layout/not-found-page.tsx'
import { DEVELOPERS_PATH } from '../paths.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { type Endpoint, useEndpoints, useInstantText, useRefresh } from './use-developers.ts'
import { EndpointState } from './webhooks-section.tsx'

const EndpointDialog = lazyWithRetry(() => import('./endpoint-dialog.tsx'), 'EndpointDialog')
const ReplayDialog = lazyWithRetry(() => import('./replay-dialog.tsx'), 'ReplayDialog')

/** One webhook: its state, its log, and what can be done with it. */
export function EndpointPage() {
  const may = useCan('developers.manage')
  if (!may) return <Note className="m-4 md:m-6">Owners and admins manage API keys and webhooks.</Note>
  return (
    <SubscriptionGate what="API keys and webhooks" kept="Your keys and webhooks are kept.">
      <FoundEndpoint />
    </SubscriptionGate>
  )
}

function FoundEndpoint() {
  const { webhook } = useParams({ strict: false }) as { webhook: string }
  const { data, error, refetch } = useEndpoints()
  const endpoint = data?.results.find(({ pk }) => pk === webhook)
  if (error && !data)
    return (
      <Note tone="error" className="m-4 md:m-6" onRetry={() => void refetch()}>
        {actionErrorText(error)}
      </Note>
    )
  if (!data) return <Skeleton className="m-6 h-40" />
  return endpoint === undefined ? <NotFoundPage /> : <ShownEndpoint endpoint={endpoint} />
}

type Open = 'change' | 'replay' | 'rotate' | 'remove' | { readonly secret: string } | null

function ShownEndpoint({ endpoint }: { endpoint: Endpoint }) {
  const [open, setOpen] = useState<Open>(null)
  const [shown, setShown] = useState<string | null>(null)
  const actions = useEndpointActions(endpoint, setShown)
  const { dayAndTime } = useInstantText()
  const isOn = endpoint.state === 'enabled'
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        title="Webhook"
        crumbs={[{ label: 'Developers', href: DEVELOPERS_PATH }]}
        detail={<EndpointState endpoint={endpoint} />}
        actions={
          <>
            <Button busy={actions.testing} onClick={() => void actions.test()}>
              Send test
            </Button>
            <Button busy={actions.switching} onClick={() => void actions.turn(!isOn)}>
              {isOn ? 'Turn off' : 'Turn on'}
            </Button>
            <Menu
              trigger={<Button>More</Button>}
              items={[
                { id: 'change', label: 'Change address and events', onSelect: () => setOpen('change') },
                {
                  id: 'replay',
                  label: 'Replay a period',
                  disabled: !isOn,
                  onSelect: () => setOpen('replay'),
                },
                { id: 'rotate', label: 'Create new secret', onSelect: () => setOpen('rotate') },
                { kind: 'separator', id: 'line' },
                { id: 'remove', label: 'Delete webhook', danger: true, onSelect: () => setOpen('remove') },
              ]}
            />
          </>
        }
        className="border-b border-line"
      />
      <div className="grid max-w-page gap-5 px-4 py-5 md:px-6">
        <div className="grid gap-0.5">
          <p className="font-mono wrap-anywhere">{endpoint.url}</p>
          <p className="text-ink-2">
            {endpoint.event_types.length === 0 ? 'All events' : endpoint.event_types.join(', ')}
          </p>
          {endpoint.description && <p className="text-ink-2">{endpoint.description}</p>}
          {endpoint.previous_secret_until !== null && (
            <p className="text-12 text-ink-3">
              The secret before signs too until {dayAndTime(endpoint.previous_secret_until)}.
            </p>
          )}
        </div>
        {endpoint.state === 'failed' && (
          <Note tone="warning" title="Turned off because it kept failing">
            Fix the receiver, turn the webhook on, then replay the period that it missed.
          </Note>
        )}
        <DeliveryLog endpoint={endpoint} shown={shown} onShow={setShown} />
      </div>
      <Suspense>
        {open === 'change' && (
          <EndpointDialog endpoint={endpoint} onClose={close} onSaved={actions.refresh} />
        )}
        {open === 'replay' && <ReplayDialog endpoint={endpoint} onClose={close} />}
      </Suspense>
      {open === 'rotate' && (
        <RotateDialog endpoint={endpoint} onClose={close} onMade={(secret) => setOpen({ secret })} />
      )}
      {open === 'remove' && <RemoveDialog endpoint={endpoint} onClose={close} />}
      {typeof open === 'object' && open !== null && (
        <SecretDialog
          title="Your new signing secret"
          label="Signing secret"
          secret={open.secret}
          note="The secret before signs too for 24 hours, so that you can change over."
          onClose={close}
        />
      )}
    </>
  )
}

function useEndpointActions(endpoint: Endpoint, onTested: (delivery: string) => void) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const refresh = useRefresh()
  const params = { account, webhook: endpoint.pk }
  const test = useAction(async () => {
    try {
      const answer = await call(contract.webhooks.test, { params, body: {} })
      await refresh()
      onTested(answer.pk)
    } catch (error) {
      toast({ title: 'We couldn’t send the test', body: actionErrorText(error), tone: 'error' })
    }
  })
  const turn = useAction(async (enabled: boolean) => {
    try {
      await call(contract.webhooks.update, { params, body: { enabled } })
      await refresh()
    } catch (error) {
      toast({ title: 'We couldn’t change the webhook', body: actionErrorText(error), tone: 'error' })
    }
  })
  return { test: test.run, testing: test.busy, turn: turn.run, switching: turn.busy, refresh }
}

function RotateDialog({
  endpoint,
  onClose,
  onMade,
}: {
  endpoint: Endpoint
  onClose: () => void
  onMade: (secret: string) => void
}) {
  const { pk: account } = useAccount()
  const call = useCall()
  const refresh = useRefresh()
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <AskDialog
      title="Create a new secret?"
      confirmLabel="Create new secret"
      onClose={() => (secret === null ? onClose() : onMade(secret))}
      work={async () => {
        const params = { account, webhook: endpoint.pk }
        const made = await call(contract.webhooks.rotate, { params, body: {} })
        setSecret(made.secret)
        onMade(made.secret)
        await refresh()
      }}
    >
      The present secret signs too for 24 hours, then only the new one.
    </AskDialog>
  )
}

function RemoveDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const refresh = useRefresh()
  const navigate = useNavigate()
  return (
    <AskDialog
      title="Delete this webhook?"
      confirmLabel="Delete webhook"
      onClose={onClose}
      work={async () => {
        await call(contract.webhooks.remove, { params: { account, webhook: endpoint.pk } })
        await navigate({ to: DEVELOPERS_PATH })
        await refresh()
      }}
    >
      It receives nothing any more, and its log is deleted.
    </AskDialog>
  )
}
