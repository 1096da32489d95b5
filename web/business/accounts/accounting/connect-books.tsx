import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useAction } from '../../../session/calls/use-action.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { leaveToConnect } from '../../auth/trips/books-trip.ts'
import { rememberSetupTrip } from '../../auth/trips/setup-trip.ts'
import { AskDialog } from '../../layout/ask-dialog.tsx'
import { useSetup } from '../setup-steps.ts'
import type { BooksConnection } from './books-connection.ts'

/**
 * Connects a platform. `former` holds the records that the account has now: another platform, or another company, is connected only
 * after a question that explains the move.
 */
export function ConnectBooks({
  connection,
  former,
}: {
  connection: BooksConnection
  former: BooksConnection | undefined
}) {
  const { name, status } = connection
  const [moving, setMoving] = useState(false)
  const begin = useBegin(connection)
  const toast = useToast()
  const connect = useAction(async () => {
    try {
      await begin()
    } catch (error) {
      toast({ title: `We couldn’t connect ${name}`, body: actionErrorText(error), tone: 'error' })
    }
  })
  const isOwn = former?.provider === connection.provider
  const moveLabel = isOwn ? 'Move to another company' : `Move to ${name}`
  return (
    <div className="flex flex-wrap gap-2 sm:justify-end">
      {former !== undefined && <Button onClick={() => setMoving(true)}>{moveLabel}</Button>}
      {(former === undefined || isOwn) && (
        <Button
          variant={status === 'disconnected' ? 'primary' : 'default'}
          busy={connect.busy}
          onClick={() => void connect.run()}
        >
          {status === 'disconnected' ? `Connect ${name} again` : `Connect ${name}`}
        </Button>
      )}
      {moving && former !== undefined && (
        <AskDialog
          title={isOwn ? `Move to another company in ${name}?` : `Move from ${former.name} to ${name}?`}
          confirmLabel={moveLabel}
          danger={false}
          work={() => begin(true)}
          onClose={() => setMoving(false)}
        >
          {moveTexts(connection, former).map((text) => (
            <span key={text} className="mt-2 block first:mt-0">
              {text}
            </span>
          ))}
        </AskDialog>
      )}
    </div>
  )
}

/** Explains a move: what stays, what happens next, what waits, and the way back. */
const moveTexts = ({ name, sandbox, features }: BooksConnection, former: BooksConnection): string[] => [
  `Nothing is lost: customers, invoices, payments and plans of ${former.company || former.name} stay.`,
  `${sandbox ? '' : `You log in at ${name} and choose the company. `}Quittance reads its books and recognizes customers by name, and invoices and credit memos by customer, number and amounts.`,
  `You decide about what differs or is missing there. Until then, reminders, late fees and automatic payments wait, and ${features.manual_payments ? 'no payments are asked for' : 'nothing is posted'}.`,
  ...(features.manual_payments
    ? [`${name} takes no payments from other programs: you enter them there from tasks.`]
    : []),
  'You can move back in the same way.',
]

/** Returns a function that goes to the platform’s page, or connects at once where it has none. */
function useBegin({ provider, name }: BooksConnection): (moves?: boolean) => Promise<void> {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const setup = useSetup()
  const navigate = useNavigateTo()
  return async (moves = false) => {
    const { url } = await call(contract.accounting.start, {
      params: { account: pk, provider },
      query: moves ? { moves: 'true' } : {},
    })
    if (url !== null) {
      if (setup) rememberSetupTrip()
      return leaveToConnect(provider, url)
    }
    await queries.invalidateQueries()
    toast({ title: `${name} connected`, tone: 'success' })
    if (setup) navigate(setup.next)
  }
}
