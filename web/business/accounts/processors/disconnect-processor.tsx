import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { AskDialog } from '../../layout/ask-dialog.tsx'
import { Impact } from './impact.tsx'

/** Ends a connection, after a question that says what it means. */
export function DisconnectProcessor({ provider, name }: { provider: string; name: string }) {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const disconnect = async () => {
    await call(contract.paymentConnections.disconnect, { params: { account: pk, provider } })
    await queries.invalidateQueries()
    toast({ title: `${name} disconnected`, tone: 'success' })
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Disconnect</Button>
      {asking && (
        <AskDialog
          title={`Disconnect ${name}?`}
          confirmLabel={`Disconnect ${name}`}
          work={disconnect}
          onClose={() => setAsking(false)}
        >
          Your customers can’t pay by {name} any more. <Impact provider={provider} /> Nothing is deleted: it
          goes on once you connect again.
        </AskDialog>
      )}
    </>
  )
}
