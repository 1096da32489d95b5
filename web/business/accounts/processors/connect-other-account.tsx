import { useState } from 'react'
import { Button } from '../../../ui/layout/button.tsx'
import { AskDialog } from '../../layout/ask-dialog.tsx'
import { Impact } from './impact.tsx'

/** Connects another account of the company than before, after a question that says what stays with the former one. */
export function ConnectOtherAccount({
  provider,
  name,
  business,
  connect,
}: {
  provider: string
  name: string
  business: string
  connect: () => Promise<void> | void
}) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="bare" size="sm" onClick={() => setAsking(true)}>
        Connect another account
      </Button>
      {asking && (
        <AskDialog
          title={`Connect another ${name} account?`}
          confirmLabel="Connect another account"
          work={async () => connect()}
          onClose={() => setAsking(false)}
        >
          Earlier payments stay with {business || 'the former account'}: refund them there. Its stored payment
          methods can’t be charged any more, so their customers choose one again.{' '}
          <Impact provider={provider} />
        </AskDialog>
      )}
    </>
  )
}
