import type { ReactNode } from 'react'
import { ApiError } from '../../session/calls/api-error.ts'
import { PortalFooter } from '../../ui/layout/portal-footer.tsx'
import { CompanyLogo } from '../../ui/theme/brand-mark.tsx'
import { usePreferences } from '../account/use-preferences.ts'
import { NoPortal } from './no-portal.tsx'

/** Calm frame of the portal's login pages: the company's name, one card, one task. */
export function AuthFrame({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  const company = usePreferences()
  if (company.error instanceof ApiError && company.error.status === 404) return <NoPortal />
  const name = company.data?.company.name ?? ''
  return (
    <div className="grid min-h-dvh grid-rows-[1fr_auto]">
      <title>{name === '' ? title : `${title} · ${name}`}</title>
      <main id="main" className="mx-auto grid w-full max-w-110 content-center gap-6 px-4 py-10">
        <p className="flex min-h-9 items-center justify-center gap-3 text-16 font-semibold tracking-tight">
          {company.data && (
            <CompanyLogo wide name={name} src={company.data.company.logo} className="size-9" />
          )}
          {name}
        </p>
        <div className="grid gap-5 rounded-14 border border-line bg-surface p-5 shadow-low sm:p-8">
          <div className="grid gap-1.5">
            <h1 className="text-20 font-semibold">{title}</h1>
            {lead && <div className="text-14 text-ink-2">{lead}</div>}
          </div>
          {children}
        </div>
      </main>
      <PortalFooter />
    </div>
  )
}
