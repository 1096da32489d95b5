import { Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import {
  CONTACT_FIELD_NAMES,
  CONTACT_FIELDS,
  changedContactFields,
} from '../../../domain/people/contact-fields.ts'
import { invalidateQuery, useQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import { isPreview } from '../preview/preview-store.ts'

type OwnContactData = ReplyOf<typeof contract.contactChanges.readOwn>

const CONTACT_DATA = 'contact-data'

/** Loaded when the customer wants to change something. */
const ContactForm = lazyWithRetry(() => import('./contact-form.tsx'), 'ContactForm')

/** Shows the customer's contact data on file, and the change that waits for the company. */
export function ContactData({ company }: { company: PortalCompany }) {
  const call = useCall()
  const [changing, setChanging] = useState(false)
  const data = useQuery({
    key: [CONTACT_DATA],
    ask: (signal) => call(contract.contactChanges.readOwn, {}, { signal }),
  })
  return (
    <Sheet label="Contact details">
      <div className="grid gap-4 rounded-14 bg-surface p-4 text-14 @max-md:border @max-md:border-line @min-md:p-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-16 font-semibold">Contact details</h2>
          <Button size="sm" disabled={isPreview || !data.data} onClick={() => setChanging(true)}>
            Change
          </Button>
        </div>
        {data.data ? (
          <Shown data={data.data} company={company} />
        ) : data.error ? (
          <Note
            tone="error"
            title="Failed to load your details"
            onRetry={data.refetch}
            retrying={data.isFetching}
          >
            {data.error.message}
          </Note>
        ) : (
          <Skeleton className="h-60" />
        )}
        {changing && data.data && (
          <Suspense>
            <ContactForm
              data={data.data}
              company={company}
              onSaved={() => invalidateQuery(CONTACT_DATA)}
              onClose={() => setChanging(false)}
            />
          </Suspense>
        )}
      </div>
    </Sheet>
  )
}

function Shown({ data, company }: { data: OwnContactData; company: PortalCompany }) {
  const { current, proposed, last } = data
  return (
    <>
      {proposed ? (
        <Waiting data={data} company={company} />
      ) : (
        last?.state === 'refused' && (
          <Note tone="warning" title={`${company.name} didn’t take over your last change`}>
            {last.note || 'Ask them about it, or propose another one.'}
          </Note>
        )
      )}
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
        {CONTACT_FIELD_NAMES.map((name) => (
          <div key={name} className="contents">
            <dt className="text-ink-2 max-sm:mt-1">{CONTACT_FIELDS[name]}</dt>
            <dd className="min-w-0 font-medium break-words">{current[name] || '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The change that the company has still to approve. */
function Waiting({ data, company }: { data: OwnContactData; company: PortalCompany }) {
  const call = useCall()
  const toast = useToast()
  const withdrawing = useSingleMutation({
    mutationFn: () => call(contract.contactChanges.withdraw, {}),
    onSuccess: () => {
      invalidateQuery(CONTACT_DATA)
      toast({ title: 'Change withdrawn', tone: 'success' })
    },
    onError: ({ message }) =>
      toast({ title: 'We couldn’t withdraw the change', body: message, tone: 'error' }),
  })
  const proposed = data.proposed!
  return (
    <Note title={`Your change waits for ${company.name}`}>
      <ul className="grid gap-0.5">
        {changedContactFields(data.current, proposed).map((name) => (
          <li key={name} className="break-words">
            {CONTACT_FIELDS[name]}: <b>{proposed[name] || 'none'}</b>
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        className="mt-3"
        busy={withdrawing.isPending}
        disabled={isPreview}
        onClick={() => withdrawing.mutate()}
      >
        Withdraw change
      </Button>
    </Note>
  )
}
