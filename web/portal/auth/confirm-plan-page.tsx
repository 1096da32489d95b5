import { CalendarX2 } from 'lucide-react'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { SignpostPage } from '../../ui/layout/signpost-page.tsx'
import { onAppHost } from '../app-host.ts'
import { SITE } from '../portal-session.ts'
import { AuthFrame } from './auth-frame.tsx'

const TITLE = 'No payment plan to confirm'
const WHY =
  'This link leads to no payment plan that can be confirmed. It may be mistyped, or the plan was confirmed before or withdrawn. Nothing was agreed to, and nothing was charged.'

/** Target of a payment plan's confirmation link when no plan awaits confirmation. */
export function ConfirmPlanPage() {
  if (!onAppHost)
    return (
      <AuthFrame title={TITLE} lead={`${WHY} If you expected one, ask the company that sent you the link.`}>
        <ButtonLink href={SITE} variant="primary" size="lg">
          To your portal
        </ButtonLink>
      </AuthFrame>
    )
  return (
    <SignpostPage title={TITLE} icon={<CalendarX2 />} href={`${window.location.origin}/login`} label="Log in">
      {WHY} If you expected one, ask the company that sent you the link. If you work there, log in and look at
      the invoice.
    </SignpostPage>
  )
}
