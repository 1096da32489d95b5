import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ContactChange as Change } from '../../../contract/worklist/contact-changes.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { CONTACT_FIELDS } from '../../../domain/people/contact-fields.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { KeptPage } from '../layout/leave-guard.tsx'

/** The contact data that a customer proposed, beside what is on file, to approve or refuse. */
export function ContactChange({ customer }: { customer: string }) {
  const account = useAccount()
  const call = useCall()
  const changes = useQuery({
    queryKey: [account.pk, 'contact-changes', customer],
    queryFn: ({ signal }) =>
      call(
        contract.contactChanges.list,
        { params: { account: account.pk }, query: { customer } },
        { signal },
      ),
  })
  const [change] = changes.data?.results ?? []
  return change ? <Proposal key={change.pk} change={change} /> : null
}

function Proposal({ change }: { change: Change }) {
  const account = useAccount()
  const mayDecide = useCan('customers.write')
  const on = formatDate(dayOf(change.proposed_at, account.timezone), account.date_format)
  const conflicts = change.fields.filter(({ before }) => before !== null)
  return (
    <section
      aria-label="Proposed contact details"
      className="grid gap-4 border-b border-line p-4 text-14 md:p-6"
    >
      <div>
        <h2 className="text-16 font-semibold">Proposed contact details</h2>
        <p className="break-words text-ink-2">
          {change.proposed_by} proposed them on {on}. Nothing changes until you approve.
        </p>
      </div>
      {conflicts.length > 0 && (
        <Note tone="warning" title="Some details were edited since">
          The customer hadn’t seen the present values when they proposed theirs.
        </Note>
      )}
      <table className="w-full table-fixed">
        <thead>
          <tr className="text-start text-13 text-ink-3">
            <th className="w-1/4 py-1 pe-3 text-start font-normal">Detail</th>
            <th className="py-1 pe-3 text-start font-normal">On file</th>
            <th className="py-1 text-start font-normal">Proposed</th>
          </tr>
        </thead>
        <tbody>
          {change.fields.map((field) => (
            <tr key={field.name} className="border-t border-line align-top">
              <th scope="row" className="py-2 pe-3 text-start font-normal text-ink-2">
                {CONTACT_FIELDS[field.name]}
              </th>
              <td className="py-2 pe-3 break-words">
                {field.current || '–'}
                {field.before !== null && (
                  <span className="mt-1 grid justify-items-start gap-1 text-13 text-ink-2">
                    <Tag tone="soon">Edited since</Tag>
                    The customer saw: {field.before || 'nothing'}
                  </span>
                )}
              </td>
              <td className="py-2 font-medium break-words">{field.proposed || 'Removed'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {mayDecide && <Decision change={change} overwrite={conflicts.length > 0} />}
    </section>
  )
}

function Decision({ change, overwrite }: { change: Change; overwrite: boolean }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const readAgain = () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === account.pk })
  const deciding = useSingleMutation({
    mutationFn: (decision: 'approve' | 'refuse') =>
      call(contract.contactChanges.decide, {
        params: { account: account.pk, change: change.pk },
        body: { decision, note, overwrite: overwrite && decision === 'approve' },
      }),
    onSuccess: (_, decision) => {
      toast({
        title: decision === 'approve' ? 'Contact details changed' : 'Change refused',
        body: `We told ${change.proposed_by}.`,
        tone: 'success',
      })
      return readAgain()
    },
    onError: readAgain,
  })
  return (
    <div className="grid gap-3">
      <TextArea
        label="Note to the customer (optional)"
        maxLength={500}
        rows={2}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {deciding.error && (
        <Note tone="error" title="Nothing was changed">
          {actionErrorText(deciding.error)}
        </Note>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={deciding.isPending} onClick={() => deciding.mutate('approve')}>
          {overwrite ? 'Approve and overwrite' : 'Approve'}
        </Button>
        <Button disabled={deciding.isPending} onClick={() => deciding.mutate('refuse')}>
          Refuse
        </Button>
      </div>
      <KeptPage
        part="contact details"
        atRisk={() => note.trim() !== ''}
        values={{ read: () => note, restore: setNote }}
      />
    </div>
  )
}
