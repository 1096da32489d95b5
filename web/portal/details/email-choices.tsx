import { type ReactNode, useEffect, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { invalidateQuery, useQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { rich, t } from '../../ui/language/text.ts'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import type { PortalCompany } from '../account/portal-company.ts'

type Choice = ReplyOf<typeof contract.emailAddresses.readOwnChoice>

/** Choices of emails to the address of the person's login: reminders and statements can be stopped. */
export function EmailChoices({ company }: { company: PortalCompany }) {
  const call = useCall()
  const choice = useQuery({
    key: ['email-choices'],
    ask: (signal) => call(contract.emailAddresses.readOwnChoice, {}, { signal }),
  })
  return (
    <Sheet label={t('Emails')}>
      <div className="grid gap-4 rounded-14 bg-surface p-4 text-14 @max-md:border @max-md:border-line @min-md:p-6">
        <h2 className="text-16 font-semibold">{t('Emails')}</h2>
        {choice.data ? (
          <Shown choice={choice.data} company={company} />
        ) : choice.error ? (
          <Note
            tone="error"
            title={t('Failed to load your choice of emails')}
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
      toast({
        title: reminders ? t('Reminders and statements are on') : t('Reminders and statements are off'),
        tone: 'success',
      })
    },
    onError: ({ message }) => {
      setTurned(choice.reminders)
      toast({ title: t('We couldn’t change your emails'), body: message, tone: 'error' })
    },
  })
  if (choice.address === null)
    return (
      <p className="text-ink-2">
        {t('This is a preview. The customer chooses the emails of their own login.')}
      </p>
    )
  const bold = (text: ReactNode) => <b className="break-words">{text}</b>
  const isUsed = choice.addresses.includes(choice.address)
  return (
    <>
      <Switch
        label={t('Reminders and statements')}
        checked={turned}
        disabled={choosing.isPending}
        onChange={(on) => choosing.mutate(on)}
      />
      <p className="text-ink-2">
        {turned
          ? rich('They may be sent to <b>{address}</b>.', { address: choice.address, b: bold })
          : rich('They aren’t sent to <b>{address}</b>.', { address: choice.address, b: bold })}
      </p>
      {choice.refused && (
        <Note tone="warning" title={t('Emails to this address don’t arrive')}>
          {t('{company} gets none through. Ask them to use it again.', { company: company.name })}
        </Note>
      )}
      {!isUsed && (
        <p className="text-ink-2">
          {choice.addresses.length === 0
            ? t('{company} has no address for your invoices yet.', { company: company.name })
            : t('{company} sends invoices and reminders to {addresses}.', {
                company: company.name,
                addresses: choice.addresses.join(', '),
              })}
        </p>
      )}
      <p className="text-ink-2">
        {t('Receipts, invoices and messages about your payments and your login always come.')}
      </p>
    </>
  )
}
