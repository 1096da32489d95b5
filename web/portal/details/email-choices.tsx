import { useEffect, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { invalidateQuery, useQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import type { PortalCompany } from '../account/portal-company.ts'

type Choice = ReplyOf<typeof contract.emailAddresses.readOwnChoice>

/** Which emails the person gets at the address of their login: reminders and statements can be stopped. */
export function EmailChoices({ company }: { company: PortalCompany }) {
  const call = useCall()
  const choice = useQuery({
    key: ['email-choices'],
    ask: (signal) => call(contract.emailAddresses.readOwnChoice, {}, { signal }),
  })
  return (
    <Sheet label="Emails">
      <div className="grid gap-4 rounded-14 bg-surface p-4 text-14 @max-md:border @max-md:border-line @min-md:p-6">
        <h2 className="text-16 font-semibold">Emails</h2>
        {choice.data ? (
          <Shown choice={choice.data} company={company} />
        ) : choice.error ? (
          <Note
            tone="error"
            title="Failed to load your choice of emails"
            onRetry={choice.refetch}
            retrying={choice.isFetching}
          >
            {choice.error.message}
          </Note>
        ) : (
          <Skeleton className="h-24" />
        )}
      </div>
    </Sheet>
  )
}

function Shown({ choice, company }: { choice: Choice; company: PortalCompany }) {
  const call = useCall()
  const toast = useToast()
  const [turned, setTurned] = useState(choice.reminders)
  useEffect(() => setTurned(choice.reminders), [choice.reminders])
  const choosing = useSingleMutation({
    mutationFn: (reminders: boolean) => {
      setTurned(reminders)
      return call(contract.emailAddresses.chooseOwn, { body: { reminders } })
    },
    onSuccess: ({ reminders }) => {
      invalidateQuery('email-choices')
      toast({ title: `Reminders and statements are ${reminders ? 'on' : 'off'}`, tone: 'success' })
    },
    onError: ({ message }) => {
      setTurned(choice.reminders)
      toast({ title: 'We couldn’t change your emails', body: message, tone: 'error' })
    },
  })
  if (choice.address === null)
    return (
      <p className="text-ink-2">This is a preview. The customer chooses the emails of their own login.</p>
    )
  const isUsed = choice.addresses.includes(choice.address)
  return (
    <>
      <Switch
        label="Reminders and statements"
        checked={turned}
        disabled={choosing.isPending}
        onChange={(on) => choosing.mutate(on)}
      />
      <p className="text-ink-2">
        {turned ? 'They may be sent' : 'They aren’t sent'} to <b className="break-words">{choice.address}</b>.
      </p>
      {choice.refused && (
        <Note tone="warning" title="Emails to this address don’t arrive">
          {company.name} gets none through. Ask them to use it again.
        </Note>
      )}
      {!isUsed && (
        <p className="text-ink-2">
          {choice.addresses.length === 0
            ? `${company.name} has no address for your invoices yet.`
            : `${company.name} sends invoices and reminders to ${choice.addresses.join(', ')}.`}
        </p>
      )}
      <p className="text-ink-2">
        Receipts, invoices and messages about your payments and your login always come.
      </p>
    </>
  )
}
