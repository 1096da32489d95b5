import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/layout/button.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { AskDialog } from '../layout/ask-dialog.tsx'

/** Ends a connection to an outside service, after a question that explains the effect. */
export function DisconnectButton({
  name,
  disconnect,
  children,
}: {
  name: string
  disconnect: () => Promise<unknown>
  children: ReactNode
}) {
  const queries = useQueryClient()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const work = async () => {
    await disconnect()
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
          work={work}
          onClose={() => setAsking(false)}
        >
          {children}
        </AskDialog>
      )}
    </>
  )
}
