import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { paymentTypeText } from '../../../../domain/payments/payment-status.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useAction } from '../../../session/calls/use-action.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { dayOf } from '../../../ui/text/zoned-time.ts'
import { HelpNote } from '../../help/help-note.tsx'
import { SettingsLayout, SettingsSection } from '../settings/settings-layout.tsx'
import { ChoicesSection } from './choices-section.tsx'
import { ConnectByKeys, KeysDialog } from './connect-by-keys.tsx'
import { ConnectOtherAccount } from './connect-other-account.tsx'
import { ConnectionHealth } from './connection-health.tsx'
import { DepositAccounts } from './deposit-accounts.tsx'
import { DisconnectProcessor } from './disconnect-processor.tsx'
import { FinishConnection } from './finish-connection.tsx'
import { ProcessorsSection } from './processors-section.tsx'
import { OpenAccountButton, WaitingAccount } from './waiting-account.tsx'

type Connection = ReplyOf<typeof contract.paymentConnections.list>[number]

/** Payment processors: which take payments now, and which can be connected. */
export function PaymentProcessorPage() {
  const { pk, payment_connections: connections } = useAccount()
  const call = useCall()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['payment-connections', pk],
    queryFn: ({ signal }) => call(contract.paymentConnections.list, { params: { account: pk } }, { signal }),
  })
  return (
    <SettingsLayout title="Payment processor">
      <HelpNote topic="processors" className="border-t-0 border-b" />
      <div className="px-4 pt-4 empty:hidden md:px-6">
        <FinishConnection />
      </div>
      <ChoicesSection />
      {connections.some(({ trials }) => trials.length > 0) && <ProcessorsSection />}
      <SettingsSection
        title="Connect a processor"
        description="Your customers’ money goes straight to your account there. Quittance never holds it."
      >
        {error && (
          <Note
            tone="error"
            title="Failed to load the processors"
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {actionErrorText(error)}
          </Note>
        )}
        {!data && !error && <Skeleton className="h-18" />}
        {data?.length === 0 && (
          <p className="text-ink-2">
            No processor is set up on this installation. Its operator can add one; the installation guide
            tells how.
          </p>
        )}
        {data?.map((connection) => (
          <ConnectionRow key={connection.provider} connection={connection} />
        ))}
      </SettingsSection>
    </SettingsLayout>
  )
}

function ConnectionRow({ connection }: { connection: Connection }) {
  const may = useCan('processor.connect')
  const { name, types, limits } = connection
  return (
    <div className="grid gap-3 sm:flex sm:items-start sm:justify-between">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <b className="font-semibold">{name}</b>
          <StatusTags connection={connection} />
        </p>
        <p className="text-ink-2">
          <ConnectionText connection={connection} />
        </p>
        <p className="text-13 text-ink-2">Customers pay by: {types.map(paymentTypeText).join(', ')}.</p>
        {limits.length > 0 && <Limits texts={limits} />}
        <ConnectionHealth connection={connection} />
        {connection.deposits.length > 0 && <DepositAccounts connection={connection} />}
        {connection.status === 'connected' && !connection.charges_enabled && (
          <WaitingAccount connection={connection} />
        )}
      </div>
      {may ? (
        <ConnectionActions connection={connection} />
      ) : (
        <p className="text-13 text-ink-2">Only the owner can change this.</p>
      )}
    </div>
  )
}

/** Lists the limits of a processor, so that nobody waits for what it doesn’t do. */
function Limits({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="list-disc ps-5 text-13 text-ink-2">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function ConnectionActions({ connection }: { connection: Connection }) {
  const { pk } = useAccount()
  const call = useCall()
  const toast = useToast()
  const { provider, name, business, status, by_link: byLink, key_fields: keyFields } = connection
  const [otherByKeys, setOtherByKeys] = useState(false)
  const connect = useAction(async (other_account?: 'true') => {
    try {
      const { url } = await call(contract.paymentConnections.start, {
        params: { account: pk, provider },
        query: other_account ? { other_account } : {},
      })
      window.location.assign(url)
    } catch (error) {
      toast({ title: `We couldn’t open ${name}`, body: actionErrorText(error), tone: 'error' })
    }
  })
  if (status === 'connected') return <DisconnectProcessor provider={provider} name={name} />
  const again = status === 'disconnected' ? `Connect ${name} again` : `Connect ${name}`
  // Processors to choose from are equals; one whose connection was lost comes first.
  const weight = status === 'disconnected' ? 'primary' : 'default'
  return (
    <div className="grid gap-2 sm:justify-items-end">
      {byLink && (
        <Button variant={weight} busy={connect.busy} onClick={() => connect.run()}>
          {again}
        </Button>
      )}
      {connection.opens_accounts && <OpenAccountButton connection={connection} />}
      {keyFields.length > 0 && (
        <ConnectByKeys
          connection={connection}
          label={byLink ? `Use my own keys for ${name}` : again}
          variant={byLink ? 'bare' : weight}
        />
      )}
      {status === 'disconnected' && (
        <ConnectOtherAccount
          provider={provider}
          name={name}
          business={business}
          connect={() => (byLink ? connect.run('true') : setOtherByKeys(true))}
        />
      )}
      {otherByKeys && (
        <KeysDialog
          connection={connection}
          label={`Connect another ${name} account`}
          otherAccount
          onClose={() => setOtherByKeys(false)}
        />
      )}
    </div>
  )
}

function StatusTags({
  connection: { status, live, charges_enabled: takesPayments },
}: {
  connection: Connection
}) {
  if (status === 'disconnected') return <Tag tone="overdue">Disconnected</Tag>
  if (status === 'available') return <Tag>Not connected</Tag>
  return (
    <>
      {takesPayments ? <Tag tone="paid">Connected</Tag> : <Tag tone="soon">Not complete</Tag>}
      {!live && <Tag tone="soon">Test mode</Tag>}
    </>
  )
}

function ConnectionText({ connection }: { connection: Connection }) {
  const { timezone, date_format } = useAccount()
  const { name, status, business, connected, ended, ended_by, by_link: byLink } = connection
  const day = (instant: string | null) => (instant ? formatDate(dayOf(instant, timezone), date_format) : '')
  if (status === 'connected')
    return business ? `${business}, since ${day(connected)}.` : `Since ${day(connected)}.`
  if (status === 'disconnected')
    return ended_by === 'processor'
      ? `Access was ended at ${name} on ${day(ended)}. Your customers can’t pay with it until you connect again.`
      : `Disconnected on ${day(ended)}. Earlier payments and stored payment methods are kept.`
  if (!byLink) return `You need an account at ${name} and the keys that it gives you.`
  return `You log in at ${name}, or open an account there, and come back here.`
}
