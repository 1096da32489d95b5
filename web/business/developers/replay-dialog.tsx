import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { FormDialog } from '../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../session/account-context.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useCall } from '../../session/session-context.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { type Endpoint, useRefresh } from './use-developers.ts'

/** Sends the events of a period again. The period is entered in the browser's time zone. */
export function ReplayDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const refresh = useRefresh()
  const [more, setMore] = useState<string | null>(null)
  const { form, field, busy, problem } = usePlainForm({
    checks: { from: required, to: required },
    async send({ from, to }) {
      const [begin, end] = [from, to].map((text) => new Date(text).toISOString())
      const params = { account, webhook: endpoint.pk }
      const answer = await call(contract.webhooks.replayRange, {
        params,
        body: { from: more ?? begin!, to: end! },
      })
      await refresh()
      const count = answer.queued === 1 ? '1 event is' : `${answer.queued} events are`
      toast({ title: `${count} on the way`, tone: 'success' })
      setMore(answer.next)
      if (answer.next === null) onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      {...{ form, busy, problem, onClose }}
      title="Replay a period"
      description={
        more === null
          ? 'We’ll send every chosen event of this period again, including those the webhook missed while it was off.'
          : 'The period has more events. Send the next 1,000.'
      }
      confirmLabel={more === null ? 'Replay events' : 'Replay the next events'}
      fields={
        <>
          <TextField label="From" type="datetime-local" autoFocus {...field('from')} />
          <TextField label="To" type="datetime-local" {...field('to')} />
        </>
      }
    />
  )
}
