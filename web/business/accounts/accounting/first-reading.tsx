import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { Progress } from '../../../ui/text/progress.tsx'
import { CONFLICTS_PATH, GETTING_STARTED_PATH } from '../../paths.ts'
import { SettingsSection } from '../settings/settings-layout.tsx'
import { useSetup } from '../setup-steps.ts'
import { connectionsKey } from './books-connection.ts'
import { type SyncStatus, useSyncStatus } from './use-sync-status.ts'

/** The result of the first reading is shown for a day. */
const SHOWN_FOR_S = 24 * 3600

/** Progress of the first reading, which goes on when the page is closed, and for a day what came of it. */
export function FirstReading() {
  const { data } = useSyncStatus()
  if (!data?.connected) return null
  if (data.first) return <Reading status={data} />
  if (data.first_sync_delta === null || data.first_sync_delta > SHOWN_FOR_S) return null
  return <Finished status={data} />
}

function Reading({ status }: { status: SyncStatus }) {
  const { progress } = status
  return (
    <SettingsSection title="First reading" description="You can close this page. We’ll keep reading.">
      <Progress
        label={progress ? `Reading ${progress.phase}` : 'Waiting to begin'}
        done={progress?.done}
        total={progress?.total ?? undefined}
        detail={
          progress &&
          `${progress.done.toLocaleString('en-US')}${progress.total === null ? '' : ` of ${progress.total.toLocaleString('en-US')}`}`
        }
      />
      {status.failure !== null && status.sync_status === 'none' && (
        <p className="text-ink-2">{status.failure}</p>
      )}
    </SettingsSection>
  )
}

/** Counts of the records that came, links to them, and the next step. */
function Finished({ status }: { status: SyncStatus }) {
  const { pk } = useAccount()
  const call = useCall()
  const setup = useSetup()
  const { data } = useQuery({
    queryKey: connectionsKey(pk),
    queryFn: ({ signal }) => call(contract.accounting.list, { params: { account: pk } }, { signal }),
  })
  const read = data?.find((one) => one.provider === status.provider)?.read
  if (!read) return null
  const counts = [
    countText(read.customers, 'customer', 'customers'),
    countText(read.invoices, 'invoice', 'invoices'),
    countText(read.credit_memos, 'credit memo', 'credit memos'),
  ]
  const isEmpty = read.customers + read.invoices + read.credit_memos === 0
  return (
    <SettingsSection
      title="First reading complete"
      description={
        isEmpty ? 'The books are empty.' : `Read ${counts.slice(0, 2).join(', ')} and ${counts[2]}.`
      }
    >
      <p className="text-ink-2">{nextText(status, isEmpty)}</p>
      <div className="flex flex-wrap gap-2">
        {status.undecided > 0 ? (
          <ButtonLink href={CONFLICTS_PATH} variant="primary">
            {status.undecided === 1 ? 'Decide 1 conflict' : `Decide ${status.undecided} conflicts`}
          </ButtonLink>
        ) : (
          !setup && (
            <ButtonLink href={GETTING_STARTED_PATH} variant="primary">
              Continue setting up
            </ButtonLink>
          )
        )}
        {!isEmpty && <ButtonLink href="/customers">View customers</ButtonLink>}
        {!isEmpty && <ButtonLink href="/invoices">View invoices</ButtonLink>}
      </div>
    </SettingsSection>
  )
}

const countText = (count: number, one: string, several: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`

function nextText({ name, undecided }: SyncStatus, isEmpty: boolean): string {
  if (undecided > 0) return 'Some records differ from what was read before. Decide which is which.'
  if (isEmpty) return `Enter customers and invoices in ${name}. They are read by themselves.`
  return `Changes in ${name} are read by themselves from now on. Next, set up how you get paid and remind customers.`
}
