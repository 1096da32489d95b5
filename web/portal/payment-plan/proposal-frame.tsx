import type { ReactNode } from 'react'
import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { t } from '../../ui/language/text.ts'
import { PortalFooter } from '../../ui/layout/portal-footer.tsx'
import { CompanyLogo } from '../../ui/theme/brand-mark.tsx'
import { AskLine } from '../pay/answers/ask-line.tsx'

export type Proposal = ReplyOf<typeof contract.paymentPlans.readProposal>

/** The company's name above one card, and whom to ask below it. */
export function ProposalFrame({
  proposal: { company },
  children,
}: {
  proposal: Proposal
  children: ReactNode
}) {
  const { name, logo } = company
  return (
    <div className="grid min-h-dvh grid-rows-[1fr_auto]">
      <title>{name === '' ? t('Payment plan') : `${t('Payment plan')} · ${name}`}</title>
      <main id="main" className="mx-auto grid w-full max-w-140 content-center gap-6 px-4 py-8 sm:py-10">
        <p className="flex min-h-9 items-center justify-center gap-3 text-16 font-semibold tracking-tight">
          <CompanyLogo wide name={name} src={logo} className="size-9" />
          {name}
        </p>
        <div className="grid gap-5 rounded-14 border border-line bg-surface p-5 shadow-low sm:p-8">
          {children}
        </div>
        <AskLine company={company} className="justify-center" />
      </main>
      <PortalFooter />
    </div>
  )
}
