import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import type { AddressMark } from '../../../domain/people/address-marks.ts'
import { emailRoleOf } from '../../../domain/people/email-roles.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { ConfirmAction } from '../layout/confirm-action.tsx'
import { EMAIL_ROLE_WORDS } from './email-role-words.ts'

type Address = ReplyOf<typeof contract.emailAddresses.list>['results'][number]

const MARK_TEXTS: Readonly<Record<AddressMark, { tag: string; why: string; again: string }>> = {
  bounced: {
    tag: 'Bounced',
    why: 'Emails come back. Reminders are held',
    again: 'Emails to it came back. If they do again, it will be marked again.',
  },
  complained: {
    tag: 'Reported as spam',
    why: 'An email was reported as spam. Reminders are held',
    again: 'Its reader reported an email as spam. Another report can keep your emails from other customers.',
  },
  unsubscribed: {
    tag: 'Unsubscribed',
    why: 'Its reader wants no reminders',
    again: 'They unsubscribed from reminders. Only continue if they asked you to.',
  },
}

/** The addresses of a customer, each with the reason for which it gets no reminders. */
export function CustomerAddresses({ customer }: { customer: CustomerDetail }) {
  const account = useAccount()
  const call = useCall()
  const all = [customer.email, ...customer.emails].filter(Boolean)
  const marks = useQuery({
    queryKey: [account.pk, 'customer-addresses', customer.pk, ...all],
    queryFn: ({ signal }) =>
      call(
        contract.emailAddresses.list,
        { params: { account: account.pk, customer: customer.pk } },
        { signal },
      ),
    enabled: all.length > 0,
  })
  if (all.length === 0) return null
  const shown = marks.data?.results ?? all.map((address): Address => ({ address, marks: [] }))
  return (
    <div>
      <dt className="text-12 text-ink-3">Email</dt>
      <dd className="grid gap-2 break-words">
        {shown.map((one) => (
          <MarkedAddress
            key={one.address}
            customer={customer.pk}
            address={one}
            gets={
              customer.emails.includes(one.address)
                ? EMAIL_ROLE_WORDS[emailRoleOf(one.address, customer.email_roles)]
                : null
            }
          />
        ))}
      </dd>
    </div>
  )
}

function MarkedAddress({
  customer,
  address: { address, marks },
  gets,
}: {
  customer: string
  address: Address
  /** The role of a further address in words; null for the main one. */
  gets: string | null
}) {
  const account = useAccount()
  const mayWrite = useCan('customers.write')
  const [asking, setAsking] = useState(false)
  const day = (instant: string): string => formatDate(dayOf(instant, account.timezone), account.date_format)
  return (
    <div className="grid justify-items-start gap-1">
      <span>{address}</span>
      {gets !== null && <span className="text-12 text-ink-3">{gets}</span>}
      {marks.map(({ kind, reason, at }) => (
        <div key={kind} className="grid justify-items-start gap-1">
          <Tag tone={kind === 'unsubscribed' ? 'soon' : 'overdue'}>{MARK_TEXTS[kind].tag}</Tag>
          <p className="text-ink-2">
            {MARK_TEXTS[kind].why} since {day(at)}.
          </p>
          {reason !== '' && <p className="text-12 text-ink-3">“{reason}”</p>}
        </div>
      ))}
      {marks.length > 0 && mayWrite && (
        <Button size="sm" onClick={() => setAsking(true)}>
          Use this address again
        </Button>
      )}
      {asking && (
        <UseAgain
          customer={customer}
          address={address}
          marks={marks.map(({ kind }) => kind)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function UseAgain({
  customer,
  address,
  marks,
  onClose,
}: {
  customer: string
  address: string
  marks: readonly AddressMark[]
  onClose: () => void
}) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const using = useSingleMutation({
    mutationFn: () =>
      call(contract.emailAddresses.useAgain, {
        params: { account: account.pk, customer },
        body: { address },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === account.pk })
      toast({ title: 'The address is used again', body: address, tone: 'success' })
      onClose()
    },
  })
  return (
    <ConfirmAction
      title={`Use ${address} again?`}
      label="Use this address again"
      action={using}
      onClose={onClose}
    >
      {marks.map((kind) => (
        <p key={kind}>{MARK_TEXTS[kind].again}</p>
      ))}
    </ConfirmAction>
  )
}
