import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useAction } from '../../../session/calls/use-action.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'

type Connection = ReplyOf<typeof contract.paymentConnections.list>[number]

/** Opens an account at the processor, or resumes the one that was opened. */
function useOpenAccount({ provider, name }: Pick<Connection, 'provider' | 'name'>) {
  const { pk } = useAccount()
  const call = useCall()
  const toast = useToast()
  return useAction(async () => {
    try {
      const { url } = await call(contract.paymentConnections.openAccount, {
        params: { account: pk, provider },
      })
      window.location.assign(url)
    } catch (error) {
      toast({ title: `We couldn’t open ${name}`, body: actionErrorText(error), tone: 'error' })
    }
  })
}

export function OpenAccountButton({ connection }: { connection: Connection }) {
  const open = useOpenAccount(connection)
  return (
    <Button busy={open.busy} onClick={() => open.run()}>
      Open a {connection.name} account
    </Button>
  )
}

/** Lists what the processor waits for before it takes payments. Reads it again when the page opens, since a person may return from there. */
export function WaitingAccount({ connection }: { connection: Connection }) {
  const { provider, name, missing, opened_here: openedHere } = connection
  const { pk } = useAccount()
  const may = useCan('processor.connect')
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const open = useOpenAccount(connection)
  const check = useAction(async (isAsked: boolean) => {
    try {
      const found = await call(contract.paymentConnections.check, { params: { account: pk, provider } })
      await queries.invalidateQueries()
      if (found.charges_enabled) toast({ title: `${name} takes payments now`, tone: 'success' })
      else if (isAsked) toast({ title: `${name} isn’t ready yet`, body: 'Complete your account there.' })
    } catch (error) {
      if (isAsked) toast({ title: `We couldn’t check ${name}`, body: actionErrorText(error), tone: 'error' })
    }
  })
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current || !may) return
    asked.current = true
    check.run(false)
  })
  return (
    <Note tone="warning" title={`${name} doesn’t take payments for you yet`}>
      {missing.length > 0 ? (
        <>
          <p>It waits for:</p>
          <ul className="list-disc ps-5">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>It checks your data. That may take a few days. Log in at {name} to see more.</p>
      )}
      {may && (
        <div className="mt-3 flex flex-wrap gap-2">
          {openedHere && (
            <Button variant="primary" busy={open.busy} onClick={() => open.run()}>
              Continue at {name}
            </Button>
          )}
          <Button busy={check.busy} onClick={() => check.run(true)}>
            Check again
          </Button>
        </div>
      )}
    </Note>
  )
}
