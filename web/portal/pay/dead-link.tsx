import type { ReactNode } from 'react'
import { contract } from '../../../contract/index.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { PortalFooter } from '../../ui/layout/portal-footer.tsx'
import { Note } from '../../ui/text/note.tsx'
import { CompanyLogo } from '../../ui/theme/brand-mark.tsx'
import { callByLink } from './opening.ts'

const TITLE = t('Invoice not found')
const NOT_FOUND = t("We couldn't find the details of the invoice, this could mean it has been paid.")

/**
 * Page of an invalid pay link. Names the company and offers a new link, unless no company issued the link.
 */
export function DeadLink({ token, waiting }: { token: string; waiting: ReactNode }) {
  const company = useQuery({
    key: ['pay-link-company', token],
    ask: (signal) => callByLink(contract.portal.payLinkCompany, { body: { token } }, { signal }),
    freshMs: Number.POSITIVE_INFINITY,
  })
  const asking = useSingleMutation({
    mutationFn: () => callByLink(contract.portal.renewPayLink, { body: { token } }),
  })
  if (!company.data) return company.error ? <MessagePage title={TITLE}>{NOT_FOUND}</MessagePage> : waiting
  const { name, logo, email } = company.data
  return (
    <div className="grid min-h-dvh grid-rows-[1fr_auto]">
      <title>{name === '' ? TITLE : `${TITLE} · ${name}`}</title>
      <main id="main" className="mx-auto grid w-full max-w-110 content-center gap-6 px-4 py-10">
        {name !== '' && (
          <p className="flex min-h-9 items-center justify-center gap-3 text-16 font-semibold tracking-tight">
            <CompanyLogo wide name={name} src={logo} className="size-9" />
            {name}
          </p>
        )}
        <div className="grid gap-5 rounded-14 border border-line bg-surface p-5 shadow-low sm:p-8">
          <div className="grid gap-1.5">
            <h1 className="text-20 font-semibold">{TITLE}</h1>
            <p className="text-14 text-ink-2">{NOT_FOUND}</p>
          </div>
          {asking.data ? (
            <Note tone="success">{asking.data.detail}</Note>
          ) : (
            <Button variant="primary" size="lg" busy={asking.isPending} onClick={() => asking.mutate()}>
              {t('Ask for a new link')}
            </Button>
          )}
          {asking.error && <Note tone="error">{asking.error.message}</Note>}
          {email !== '' && (
            <p className="text-center text-14 text-ink-2">
              {t('Questions?')}{' '}
              <a href={`mailto:${email}`} className="break-words underline underline-offset-3">
                {email}
              </a>
            </p>
          )}
        </div>
      </main>
      <PortalFooter />
    </div>
  )
}
