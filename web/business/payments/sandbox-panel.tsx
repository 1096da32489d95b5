import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { contract } from '../../../contract/index.ts'
import type { SANDBOX_EVENTS } from '../../../contract/payments/sandbox.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'

type SimulatedEvent = (typeof SANDBOX_EVENTS)[number]

const WORDS: Record<SimulatedEvent, string> = {
  clear: 'Simulate clearing',
  return: 'Simulate return',
  dispute: 'Simulate dispute',
  expire: 'Simulate expired authorization',
  refund: 'Simulate processor refund',
}

/** Delays before the page refetches: the worker's usual time to process the event, and its time under load. */
const [SOON_MS, LATER_MS] = [1500, 4000]

/** Makes the Sandbox send events that would take days, signed like those of an external processor. */
export function SandboxPanel({ charge }: { charge: string }) {
  const account = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const params = { account: account.pk, charge }
  const shown = useQuery({
    queryKey: [account.pk, 'sandbox-charge', charge],
    queryFn: ({ signal }) => call(contract.sandbox.readCharge, { params }, { signal }),
  })
  const lookAfter = async (ms: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await queries.invalidateQueries({ queryKey: [account.pk] })
  }
  const lookAgain = async (title: string): Promise<void> => {
    toast({ title, body: 'The payment updates in a moment.', tone: 'success' })
    await lookAfter(SOON_MS)
    void lookAfter(LATER_MS)
  }
  const failed = (error: Error) =>
    toast({ title: 'We couldn’t simulate this', body: actionErrorText(error), tone: 'error' })
  const sending = useSingleMutation({
    mutationFn: (event: SimulatedEvent) => call(contract.sandbox.simulateEvent, { params, body: { event } }),
    onSuccess: () => lookAgain('Event sent'),
    onError: failed,
  })
  const moving = useSingleMutation({
    mutationFn: () => call(contract.dev.moveClock, { body: { advance: 'P1D' } }),
    onSuccess: () => lookAgain('A day has passed'),
    onError: failed,
  })
  const possible = shown.data?.possible ?? []
  if (possible.length === 0) return null
  const busy = sending.isPending || moving.isPending
  return (
    <section aria-labelledby="sandbox-panel" className="mt-6 grid justify-items-start gap-2">
      <h2 id="sandbox-panel" className="flex items-center gap-2 font-semibold">
        <FlaskConical className="text-soon" />
        Sandbox
      </h2>
      <p className="text-13 text-ink-2">Skip ahead: simulate what normally takes days.</p>
      {possible.map((event) => (
        <Button key={event} size="sm" disabled={busy} onClick={() => sending.mutate(event)}>
          {WORDS[event]}
        </Button>
      ))}
      {shown.data?.clock && (
        <Button
          size="sm"
          variant="bare"
          busy={moving.isPending}
          disabled={busy}
          onClick={() => moving.mutate()}
        >
          Advance the clock by a day
        </Button>
      )}
    </section>
  )
}
