import type { ReactNode } from 'react'
import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { PortalFooter } from '../../ui/layout/portal-footer.tsx'
import { CompanyLogo } from '../../ui/theme/brand-mark.tsx'

export type Proposal = ReplyOf<typeof contract.paymentPlans.readProposal>

/** The company's name above one card, and whom to ask below it. */
export function ProposalFrame({
  proposal: {
    company: { name, logo, email, phone },
  },
  children,
}: {
  proposal: Proposal
  children: ReactNode
}) {
  return (
    <div className="grid min-h-dvh grid-rows-[1fr_auto]">
      <title>{name === '' ? 'Payment plan' : `Payment plan · ${name}`}</title>
      <main id="main" className="mx-auto grid w-full max-w-140 content-center gap-6 px-4 py-8 sm:py-10">
        <p className="flex min-h-9 items-center justify-center gap-3 text-16 font-semibold tracking-tight">
          <CompanyLogo wide name={name} src={logo} className="size-9" />
          {name}
        </p>
        <div className="grid gap-5 rounded-14 border border-line bg-surface p-5 shadow-low sm:p-8">
          {children}
        </div>
        {(email !== '' || phone !== '') && (
          <p className="flex flex-wrap justify-center gap-x-3 text-14 text-ink-2">
            Questions?
            {email !== '' && (
              <a href={`mailto:${email}`} className="break-words underline underline-offset-3">
                {email}
              </a>
            )}
            {phone !== '' && (
              <a href={`tel:${phone}`} className="underline underline-offset-3">
                {phone}
              </a>
            )}
          </p>
        )}
      </main>
      <PortalFooter />
    </div>
  )
}
