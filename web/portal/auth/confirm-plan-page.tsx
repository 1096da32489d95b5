import { CalendarX2 } from 'lucide-react'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { SignpostPage } from '../../ui/layout/signpost-page.tsx'
import { onAppHost } from '../app-host.ts'
import { SITE } from '../portal-session.ts'
import { AuthFrame } from './auth-frame.tsx'

const TITLE = 'No payment plan to confirm'
const WHY =
  'The link may be mistyped, or the plan was already confirmed or withdrawn. Nothing was agreed or charged.'

/** Target of a payment plan's confirmation link when no plan awaits confirmation. */
export function ConfirmPlanPage() {
  if (!onAppHost)
    return (
      <AuthFrame title={TITLE} lead={`${WHY} Questions? Ask the company that sent you the link.`}>
        <ButtonLink href={SITE} variant="primary" size="lg">
          To your portal
        </ButtonLink>
      </AuthFrame>
    )
  return (
    <SignpostPage title={TITLE} icon={<CalendarX2 />} href={`${window.location.origin}/login`} label="Log in">
      {WHY} Questions? Ask the company that sent you the link. If you work there, log in and open the invoice.
    </SignpostPage>
  )
}
