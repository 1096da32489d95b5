import { useMemo, useState } from 'react'
import { invalidateQuery } from '../../session/calls/use-query.ts'
import { t } from '../../ui/language/text.ts'
import { PortalFooter } from '../../ui/layout/portal-footer.tsx'
import { CompanyLogo } from '../../ui/theme/brand-mark.tsx'
import { linkCaller } from '../pay/link-caller.ts'
import type { OpenedPayLink } from '../pay/opening.ts'
import type { Payer } from '../pay/payer.ts'
import { PaySeveral } from './pay-several.tsx'

const NONE: readonly string[] = []

/** Page of a pay link for several invoices: all of them chosen, one payment. */
export function SeveralPage({ linkToken, accessToken, first }: OpenedPayLink) {
  const [locked, setLocked] = useState(true)
  const { call, keep } = useMemo(() => linkCaller(linkToken, accessToken), [linkToken, accessToken])
  const { company } = first
  const payer: Payer = {
    call,
    locked: locked && first.stored_methods,
    unlocked: () => setLocked(false),
    preview: false,
    paid: () => {
      keep(!locked)
      invalidateQuery('open-invoices')
    },
    dateFormat: first.date_format,
  }
  return (
    <>
      <title>{t('Invoices from {company}', { company: company.name })}</title>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid min-h-dvh max-w-240 outline-none grid-rows-[auto_1fr_auto]"
      >
        <p className="flex items-center gap-3 px-4 py-4 text-16 font-semibold tracking-tight sm:px-6 lg:pt-11">
          <CompanyLogo wide name={company.name} src={company.logo} className="size-9" />
          {company.name}
        </p>
        <section
          aria-labelledby="pay-several"
          className="mb-8 self-start border-y border-line bg-surface px-4 py-6 sm:mx-6 sm:rounded-14 sm:border sm:p-8"
        >
          <h1 id="pay-several" className="mb-5 text-20 font-semibold lg:text-24">
            {t('Make a Payment')}
          </h1>
          <PaySeveral payer={payer} company={{ ...company, dateFormat: first.date_format }} left={NONE} />
        </section>
        <PortalFooter>
          <a
            href={`${first.portal_url}/customer-portal-site-login#pay=${linkToken}`}
            className="underline underline-offset-3"
          >
            {t('See all your invoices')}
          </a>
        </PortalFooter>
      </main>
    </>
  )
}
