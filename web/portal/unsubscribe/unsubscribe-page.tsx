import type { ReactNode } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { rich, t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { PortalFooter } from '../../ui/layout/portal-footer.tsx'
import { Note } from '../../ui/text/note.tsx'
import { CompanyLogo } from '../../ui/theme/brand-mark.tsx'
import { callByLink, linkInAddress } from '../pay/opening.ts'

type Subscription = ReplyOf<typeof contract.emailAddresses.readSubscription>

/** Page of an unsubscribe link. Opening it changes nothing, because scanners open links. */
export function UnsubscribePage() {
  const token = linkInAddress()
  const read = useQuery({
    key: ['subscription', token],
    ask: (signal) => callByLink(contract.emailAddresses.readSubscription, { body: { token } }, { signal }),
    freshMs: Number.POSITIVE_INFINITY,
  })
  const change = useSingleMutation({
    mutationFn: (unsubscribed: boolean) =>
      callByLink(contract.emailAddresses.changeSubscription, { body: { token, unsubscribed } }),
  })
  const shown = change.data ?? read.data
  if (shown)
    return (
      <Frame subscription={shown}>
        <Choice subscription={shown} busy={change.isPending} onChoose={change.mutate} />
        {change.error && <Note tone="error">{change.error.message}</Note>}
      </Frame>
    )
  if (!read.error) return null
  if (read.error instanceof ApiError && read.error.status === 404)
    return (
      <MessagePage title={t('This link doesn’t work')}>
        {t(
          'Open the link in the email again, and check that it is complete. You can also answer the email and ask the company to stop its reminders.',
        )}
      </MessagePage>
    )
  return <MessagePage title={t('We couldn’t open this page')}>{read.error.message}</MessagePage>
}

function Frame({
  subscription: {
    company: { name, logo },
  },
  children,
}: {
  subscription: Subscription
  children: ReactNode
}) {
  return (
    <div className="grid min-h-dvh grid-rows-[1fr_auto]">
      <title>{`${t('Reminders')} · ${name}`}</title>
      <main id="main" className="mx-auto grid w-full max-w-110 content-center gap-6 px-4 py-10">
        <p className="flex min-h-9 items-center justify-center gap-3 text-16 font-semibold tracking-tight">
          <CompanyLogo wide name={name} src={logo} className="size-9" />
          {name}
        </p>
        <div className="grid gap-5 rounded-14 border border-line bg-surface p-5 shadow-low sm:p-8">
          {children}
        </div>
      </main>
      <PortalFooter />
    </div>
  )
}

function Choice({
  subscription: { company, address, unsubscribed },
  busy,
  onChoose,
}: {
  subscription: Subscription
  busy: boolean
  onChoose: (unsubscribed: boolean) => void
}) {
  const sender = company.name || t('The company')
  if (unsubscribed)
    return (
      <>
        <div className="grid gap-1.5" role="status">
          <h1 className="text-20 font-semibold">{t('Reminders are stopped')}</h1>
          <p className="text-14 text-ink-2">
            {rich(
              '{sender} sends no more reminders and statements to <b>{address}</b>. Invoices and receipts still arrive.',
              { sender, b: (text) => <b className="font-semibold break-words">{text}</b>, address },
            )}
          </p>
        </div>
        <Button size="lg" busy={busy} onClick={() => onChoose(false)}>
          {t('Undo')}
        </Button>
      </>
    )
  return (
    <>
      <div className="grid gap-1.5">
        <h1 className="text-20 font-semibold">{t('Stop reminders?')}</h1>
        <p className="text-14 text-ink-2">
          {rich('To <b>{address}</b>', {
            b: (text) => <b className="font-semibold break-words">{text}</b>,
            address,
          })}
        </p>
      </div>
      <dl className="grid gap-3 text-14">
        <div>
          <dt className="font-semibold">{t('Stops')}</dt>
          <dd className="text-ink-2">{t('Reminders of invoices, and statements')}</dd>
        </div>
        <div>
          <dt className="font-semibold">{t('Still arrives')}</dt>
          <dd className="text-ink-2">{t('Invoices, receipts, and emails that you ask for')}</dd>
        </div>
      </dl>
      <Button variant="primary" size="lg" busy={busy} onClick={() => onChoose(true)}>
        {t('Stop reminders')}
      </Button>
    </>
  )
}
