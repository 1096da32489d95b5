import { Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { CONTACT_FIELD_NAMES, changedContactFields } from '../../../domain/people/contact-fields.ts'
import { invalidateQuery, useQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { LANGUAGE } from '../../ui/language/locale.ts'
import { rich, t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import { isPreview } from '../preview/preview-store.ts'
import { CONTACT_LABELS } from './contact-labels.ts'

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
    <Sheet label={t('Contact details')}>
      <div className="grid gap-4 rounded-14 bg-surface p-4 text-14 @max-md:border @max-md:border-line @min-md:p-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-16 font-semibold">{t('Contact details')}</h2>
          <Button size="sm" disabled={isPreview || !data.data} onClick={() => setChanging(true)}>
            {t('Change')}
          </Button>
        </div>
        {data.data ? (
          <Shown data={data.data} company={company} />
        ) : data.error ? (
          <Note
            tone="error"
            title={t('Failed to load your details')}
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
          <Note
            tone="warning"
            title={t('{company} didn’t take over your last change', { company: company.name })}
          >
            {last.note || t('Ask them about it, or propose another one.')}
          </Note>
        )
      )}
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
        {CONTACT_FIELD_NAMES.filter((name) => current[name] !== '').map((name) => (
          <div key={name} className="contents">
            <dt className="text-ink-2 max-sm:mt-1">{CONTACT_LABELS[name]}</dt>
            <dd className="min-w-0 font-medium break-words">
              {name === 'country' ? countryText(current[name]) : current[name]}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The name of a country that is kept as a code such as 'US'. */
const countryText = (country: string): string =>
  /^[A-Z]{2}$/.test(country)
    ? (new Intl.DisplayNames([LANGUAGE], { type: 'region', fallback: 'code' }).of(country) ?? country)
    : country

/** The change that the company has still to approve. */
function Waiting({ data, company }: { data: OwnContactData; company: PortalCompany }) {
  const call = useCall()
  const toast = useToast()
  const withdrawing = useSingleMutation({
    mutationFn: () => call(contract.contactChanges.withdraw, {}),
    onSuccess: () => {
      invalidateQuery(CONTACT_DATA)
      toast({ title: t('Change withdrawn'), tone: 'success' })
    },
    onError: ({ message }) =>
      toast({ title: t('We couldn’t withdraw the change'), body: message, tone: 'error' }),
  })
  const proposed = data.proposed!
  return (
    <Note title={t('Your change waits for {company}', { company: company.name })}>
      <ul className="grid gap-0.5">
        {changedContactFields(data.current, proposed).map((name) => (
          <li key={name} className="break-words">
            {rich('{field}: <b>{value}</b>', {
              field: CONTACT_LABELS[name],
              value: proposed[name] || t('none', { context: 'an empty field' }),
              b: (text) => <b>{text}</b>,
            })}
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
        {t('Withdraw change')}
      </Button>
    </Note>
  )
}
