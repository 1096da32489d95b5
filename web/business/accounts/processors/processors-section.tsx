import { dateInZone, formatDate } from '../../../../domain/dates/calendar.ts'
import { paymentTypeText } from '../../../../domain/payments/payment-status.ts'
import { type Account, useAccount } from '../../../session/account-context.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { SettingsSection } from '../settings/settings-layout.tsx'

/** Lists the payment processors of this account and the methods that payers can use. */
export function ProcessorsSection() {
  const { payment_connections: connections } = useAccount()
  return (
    <SettingsSection
      title="How customers pay"
      description="Process online payments. Not needed for checks, transfers and cash."
    >
      {connections.length === 0 && (
        <p className="text-ink-2">No processor connected. Customers can’t pay online yet.</p>
      )}
      {connections.map((connection) => (
        <Processor key={connection.provider} connection={connection} />
      ))}
    </SettingsSection>
  )
}

function Processor({ connection }: { connection: Account['payment_connections'][number] }) {
  const { timezone, date_format } = useAccount()
  const since = formatDate(dateInZone(Date.parse(connection.since), timezone), date_format)
  const sandbox = connection.provider === 'sandbox'
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <b className="font-semibold">{connection.name}</b>
        <Tag tone="paid">Connected</Tag>
        <span className="text-ink-3">since {since}</span>
      </p>
      {sandbox && <p className="text-ink-2">Built in for testing. No money moves.</p>}
      <p>Customers can pay by: {connection.types.map(paymentTypeText).join(', ')}.</p>
      {connection.trials.length > 0 && (
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
          {connection.trials.map(({ number, outcome }) => (
            <div key={number} className="contents">
              <dt className="num">{number}</dt>
              <dd className="text-ink-2 max-sm:mb-2">{outcome}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
