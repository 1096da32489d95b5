import { Webhook } from 'lucide-react'
import { Suspense, useState } from 'react'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Link } from '../../ui/layout/link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { SettingsSection } from '../accounts/settings/settings-layout.tsx'
import { type Endpoint, endpointPath, useEndpoints, useInstantText, useRefresh } from './use-developers.ts'

const EndpointDialog = lazyWithRetry(() => import('./endpoint-dialog.tsx'), 'EndpointDialog')

/** Lists the webhook endpoints. Each opens its own page with the log. */
export function WebhooksSection() {
  const { data, error, refetch, isFetching } = useEndpoints()
  const [adding, setAdding] = useState(false)
  const refresh = useRefresh()
  return (
    <SettingsSection
      title="Webhooks"
      description="We send events such as a paid invoice to your own address, a minute or two after they happen."
    >
      {error && (
        <Note tone="error" onRetry={() => void refetch()} retrying={isFetching}>
          {actionErrorText(error)}
        </Note>
      )}
      {!data && !error && <Skeleton className="h-12" />}
      {data?.results.length === 0 && <p className="text-ink-2">No webhooks yet.</p>}
      {data && data.results.length > 0 && (
        <ul aria-label="Webhooks" className="grid divide-y divide-line border-y border-line">
          {data.results.map((endpoint) => (
            <EndpointRow key={endpoint.pk} endpoint={endpoint} />
          ))}
        </ul>
      )}
      <div>
        <Button variant="primary" icon={<Webhook />} onClick={() => setAdding(true)}>
          Add webhook
        </Button>
      </div>
      <Suspense>{adding && <EndpointDialog onClose={() => setAdding(false)} onSaved={refresh} />}</Suspense>
    </SettingsSection>
  )
}

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const types = endpoint.event_types.length
  return (
    <li className="grid gap-0.5 py-3">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        <Link href={endpointPath(endpoint.pk)} className="min-w-0 wrap-anywhere underline">
          {endpoint.url}
        </Link>
        <EndpointState endpoint={endpoint} />
      </p>
      <p className="text-ink-2">
        {endpoint.description && `${endpoint.description} · `}
        {types === 0 ? 'All events' : types === 1 ? endpoint.event_types[0] : `${types} types of events`}
        {endpoint.waiting > 0 && ` · ${endpoint.waiting} on the way`}
      </p>
    </li>
  )
}

/** Whether an endpoint receives events, and since when it fails. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const { dayAndTime } = useInstantText()
  if (endpoint.state === 'disabled') return <Tag>Off</Tag>
  if (endpoint.state === 'failed') return <Tag tone="overdue">Turned off: it kept failing</Tag>
  if (endpoint.failing_since !== null)
    return <Tag tone="soon">Failing since {dayAndTime(endpoint.failing_since)}</Tag>
  return <Tag tone="paid">On</Tag>
}
