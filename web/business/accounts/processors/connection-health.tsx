import type { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import { Note } from '../../../ui/text/note.tsx'
import { dayOf, timeOf } from '../../../ui/text/zoned-time.ts'

type Connection = ReplyOf<typeof contract.paymentConnections.list>[number]

/** Failures of a call in a bookkeeper's words, by their kind. */
const FAILURES: Readonly<Record<NonNullable<Connection['failure']>, (name: string) => string>> = {
  auth: (name) => `${name} did not accept our access. Disconnect it and connect it again if this stays.`,
  not_connected: (name) => `${name} says that this business can’t be paid now. Log in there to see why.`,
  rate_limited: (name) => `${name} had too many calls at once. Payments are tried again by themselves.`,
  unavailable: (name) => `${name} did not answer. Payments are tried again by themselves.`,
  unknown_outcome: (name) =>
    `${name} was asked for a payment and its answer was lost. We ask it what happened, and charge nothing twice.`,
}

/** Whether the processor answers: when it last did, and the reason when its last call failed. */
export function ConnectionHealth({
  connection: { name, status, worked, failed, failure },
}: {
  connection: Connection
}) {
  const { timezone, date_format } = useAccount()
  const moment = (instant: string) =>
    `${formatDate(dayOf(instant, timezone), date_format)}, ${timeOf(instant, timezone)}`
  if (status !== 'connected') return null
  const failing = failure !== null && failed !== null && (worked === null || failed > worked)
  return (
    <>
      {worked && <p className="text-13 text-ink-2">Last answer: {moment(worked)}.</p>}
      {failing && (
        <Note tone="warning" title={`Last call failed: ${moment(failed)}`}>
          {FAILURES[failure](name)}
        </Note>
      )}
    </>
  )
}
