import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'

/** Moves a demo's clock by a day, which sends what falls due, and links to its mailbox. Nothing outside a demo. */
export function DemoClock() {
  const call = useCall()
  const installation = useQuery({
    queryKey: ['installation'],
    queryFn: ({ signal }) => call(contract.installation.read, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const toast = useToast()
  const queries = useQueryClient()
  const advance = useSingleMutation({
    mutationFn: () => call(contract.dev.moveClock, { body: { advance: 'P1D' } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'installation' })
      toast({ title: 'A day has passed', body: 'Everything due was sent and charged.', tone: 'success' })
    },
    onError: (error) =>
      toast({ title: 'We couldn’t move the clock', body: actionErrorText(error), tone: 'error' }),
  })
  if (installation.data?.demo !== true) return null
  return (
    <section className="grid justify-items-start gap-2 px-4 py-6 md:px-6" aria-label="Demo">
      <p className="flex items-center gap-2 text-13 text-ink-2">
        <FlaskConical className="text-soon" />
        This is a demo: its clock can be moved, and emails arrive in its mailbox.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" busy={advance.isPending} onClick={() => advance.mutate(undefined)}>
          Advance the clock by a day
        </Button>
        <a className="link-quiet text-13 text-brand" href="/dev/mail" target="_blank" rel="noreferrer">
          Open the mailbox
        </a>
      </div>
    </section>
  )
}
