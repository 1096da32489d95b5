import { useQuery } from '@tanstack/react-query'
import { Check, Minus } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Link } from '../../../ui/layout/link.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { dayOf, timeOf } from '../../../ui/text/zoned-time.ts'
import { inlineLink } from '../../layout/calm-page.tsx'
import { CONFLICTS_PATH } from '../../paths.ts'
import { DisconnectButton } from '../disconnect-button.tsx'
import { SettingsSection } from '../settings/settings-layout.tsx'
import { type BooksConnection, connectionsKey } from './books-connection.ts'
import { BooksMapping } from './books-mapping.tsx'
import { ConnectBooks } from './connect-books.tsx'
import { SandboxBooks } from './sandbox-books.tsx'

/** The accounting platforms that can be connected, with what each can do and what was read and posted. */
export function ConnectionsSection() {
  const { pk } = useAccount()
  const call = useCall()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: connectionsKey(pk),
    queryFn: ({ signal }) => call(contract.accounting.list, { params: { account: pk } }, { signal }),
  })
  return (
    <SettingsSection
      title="Accounting platform"
      description="Quittance reads customers, invoices and credit memos from it. It posts payments, late fees and credit where the platform takes them. To change to another company or platform, disconnect the connected one, then choose Move: what you have here stays."
    >
      {error && (
        <Note
          tone="error"
          title="Failed to load the platforms"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {actionErrorText(error)}
        </Note>
      )}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.toSorted(connectedFirst).map((connection) => (
        <Platform
          key={connection.provider}
          connection={connection}
          other={data.find((one) => one.status === 'connected' && one !== connection)?.name}
          former={latestBooks(data)}
        />
      ))}
    </SettingsSection>
  )
}

/** The platform whose books the account read last. */
const latestBooks = (all: readonly BooksConnection[]): BooksConnection | undefined =>
  all
    .filter(({ read }) => Object.values(read).some((count) => count > 0))
    .toSorted((one, other) => (other.connected ?? '').localeCompare(one.connected ?? ''))[0]

const PLACES: Readonly<Record<BooksConnection['status'], number>> = {
  connected: 0,
  disconnected: 1,
  available: 2,
}
const connectedFirst = (one: BooksConnection, other: BooksConnection): number =>
  PLACES[one.status] - PLACES[other.status]

/** `other` names the platform that is connected instead: an account has one. `former` holds the records of the account now. */
function Platform({
  connection,
  other,
  former,
}: {
  connection: BooksConnection
  other: string | undefined
  former: BooksConnection | undefined
}) {
  const may = useCan('accounting.connect')
  const { provider, name, status, sandbox } = connection
  return (
    <section aria-label={name} className="grid gap-3 border-line not-last:border-b not-last:pb-5">
      <div className="grid gap-3 sm:flex sm:items-start sm:justify-between">
        <div className="grid gap-1">
          <p className="flex flex-wrap items-center gap-2">
            <b className="font-semibold">{name}</b>
            {status === 'connected' && <Tag tone="paid">Connected</Tag>}
            {status === 'disconnected' && <Tag tone="overdue">Disconnected</Tag>}
            {status === 'available' && <Tag>Not connected</Tag>}
            {sandbox && <Tag>Built in</Tag>}
          </p>
          <p className="text-ink-2">
            <PlatformText connection={connection} />
          </p>
        </div>
        {may ? (
          status === 'connected' ? (
            <DisconnectBooks connection={connection} />
          ) : other === undefined ? (
            <ConnectBooks connection={connection} former={former} />
          ) : (
            <p className="text-13 text-ink-2">{`Disconnect ${other} first to move here.`}</p>
          )
        ) : (
          <p className="text-13 text-ink-2">Owners and admins can change this.</p>
        )}
      </div>
      {connection.undecided > 0 && <UndecidedNote connection={connection} />}
      {status !== 'available' && <Counts connection={connection} />}
      <Features connection={connection} />
      {connection.features.manual_payments && <ByHand connection={connection} />}
      {status === 'connected' && may && (
        <>
          <BooksMapping connection={connection} />
          {sandbox && <SandboxBooks provider={provider} />}
        </>
      )}
    </section>
  )
}

function PlatformText({ connection }: { connection: BooksConnection }) {
  const { timezone, date_format } = useAccount()
  const { name, status, company, connected, ended, ended_by, sandbox, last_event, features } = connection
  const day = (instant: string | null) => (instant ? formatDate(dayOf(instant, timezone), date_format) : '')
  if (status === 'connected')
    return `${company ? `${company}, since` : 'Since'} ${day(connected)}.${last_event ? ` It last told us about a change on ${day(last_event)}, ${timeOf(last_event, timezone)}.` : ''}`
  if (status === 'disconnected')
    return ended_by === 'platform'
      ? `${name} ended the access${company && ` to ${company}`} on ${day(ended)}. Nothing is read ${features.manual_payments ? '' : 'or posted '}until you connect again.`
      : `${company ? `${company}, disconnected` : 'Disconnected'} on ${day(ended)}. What was read stays.`
  return sandbox
    ? 'Made-up books to try everything with: 25 customers and 120 invoices.'
    : `You log in at ${name} and come back here.`
}

/** Says what a move from other books waits for. */
function UndecidedNote({
  connection: { name, company, undecided, features },
}: {
  connection: BooksConnection
}) {
  return (
    <Note
      tone="warning"
      title={undecided === 1 ? '1 conflict to decide' : `${undecided} conflicts to decide`}
    >
      <p>
        {`Some records differ in ${company || name} from what was read before, or are missing there. Until you decide, reminders, late fees and automatic payments wait, and ${features.manual_payments ? 'no payments are asked for' : 'nothing is posted'}.`}
      </p>
      <p>
        <Link href={CONFLICTS_PATH} className={inlineLink}>
          Decide now
        </Link>
      </p>
    </Note>
  )
}

/** Says openly which work stays with people, and what to do instead. */
function ByHand({ connection: { name, status, by_hand } }: { connection: BooksConnection }) {
  return (
    <Note tone="info" title={`You enter payments in ${name} yourself`}>
      <p>
        {`${name} takes no payments from other programs. Each payment that Quittance collects becomes a task that says what to enter, with a link to its bill. It ends by itself once ${name} shows the payment.`}
      </p>
      <p>
        {`Late fees and surcharges stay in Quittance: bill them in ${name} yourself if they belong in its books. PDFs of bills are drawn by Quittance.`}
      </p>
      {status === 'connected' && by_hand > 0 && (
        <p>
          <Link href="/worklist?kind=books_entry" className={inlineLink}>
            {by_hand === 1 ? 'Enter 1 payment' : `Enter ${by_hand} payments`}
          </Link>
        </p>
      )}
    </Note>
  )
}

function Counts({
  connection: { read, posted, waiting, by_hand, features },
}: {
  connection: BooksConnection
}) {
  const facts: readonly (readonly [string, number])[] = [
    ['Customers', read.customers],
    ['Invoices', read.invoices],
    ['Credit memos', read.credit_memos],
    [features.manual_payments ? 'Entered' : 'Posted', posted],
    features.manual_payments ? ['To enter', by_hand + waiting] : ['Waiting to post', waiting],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-8 border border-line p-3 sm:grid-cols-5">
      {facts.map(([label, count]) => (
        <div key={label}>
          <dt className="text-12 text-ink-3">{label}</dt>
          <dd className="num text-16 font-semibold">{count.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  )
}

const FEATURES: readonly (readonly [keyof BooksConnection['features'], string])[] = [
  ['post_payments', 'Posts payments'],
  ['apply_credit', 'Posts used credit'],
  ['late_fees', 'Posts late fees'],
  ['surcharges', 'Posts surcharges'],
  ['tax_codes', 'Tax codes'],
  ['items', 'Items'],
  ['accounts', 'Accounts'],
  ['multi_currency', 'Several currencies'],
  ['pdf', 'Own PDFs'],
  ['webhooks', 'Tells us about changes'],
]

function Features({ connection: { features } }: { connection: BooksConnection }) {
  return (
    <ul aria-label="Features" className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2">
      {FEATURES.map(([feature, label]) => (
        <li key={feature} className="flex items-center gap-1.5">
          {features[feature] ? (
            <Check className="size-3.5 text-paid" />
          ) : (
            <Minus className="size-3.5 text-ink-3" />
          )}
          {label}
          <span className="sr-only">{features[feature] ? ': yes' : ': no'}</span>
        </li>
      ))}
    </ul>
  )
}

function DisconnectBooks({ connection: { provider, name, features } }: { connection: BooksConnection }) {
  const { pk } = useAccount()
  const call = useCall()
  return (
    <DisconnectButton
      name={name}
      disconnect={() => call(contract.accounting.disconnect, { params: { account: pk, provider } })}
    >
      {features.manual_payments ? 'We’ll stop reading' : 'We’ll stop reading and posting'}, and reminders,
      late fees and automatic payments wait. Everything that was read stays. Then connect it again to
      continue, or move to another company or platform.
    </DisconnectButton>
  )
}
