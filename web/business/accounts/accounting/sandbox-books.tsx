import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Simulated } from '../../../../contract/accounting/shapes.ts'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useAction } from '../../../session/calls/use-action.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { syncKey } from './use-sync-status.ts'

const ACTS: readonly { readonly what: Simulated; readonly label: string }[] = [
  { what: 'activity', label: 'Simulate activity' },
  { what: 'close_period', label: 'Close the period' },
  { what: 'open_period', label: 'Open the period' },
]

/** Does in the Sandbox books what a bookkeeper would do there, and tells what happened. */
export function SandboxBooks({ provider }: { provider: string }) {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const [happened, setHappened] = useState<readonly string[]>([])
  const simulate = useAction(async (what: Simulated) => {
    try {
      const params = { account: pk, provider }
      const reply = await call(contract.accounting.simulate, { params, body: { what } })
      setHappened(reply.happened)
      await queries.invalidateQueries({ queryKey: syncKey(pk) })
    } catch (error) {
      toast({ title: 'Nothing was simulated', body: actionErrorText(error), tone: 'error' })
    }
  })
  return (
    <div className="grid gap-2">
      <p className="text-ink-2">
        Simulate what happens in your books. In a closed period they take no payments, and each becomes a
        conflict.
      </p>
      <div className="flex flex-wrap gap-2">
        {ACTS.map(({ what, label }) => (
          <Button
            key={what}
            size="sm"
            // Disabling would drop the focus; a second press does nothing while one is under way.
            aria-disabled={simulate.busy || undefined}
            onClick={() => void simulate.run(what)}
          >
            {label}
          </Button>
        ))}
      </div>
      <ul role="status" className="grid list-disc gap-0.5 ps-4 text-ink-2 empty:hidden">
        {happened.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
