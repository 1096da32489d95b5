import { CalendarX2 } from 'lucide-react'
import { t } from '../../ui/language/text.ts'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { SignpostPage } from '../../ui/layout/signpost-page.tsx'
import { onAppHost } from '../app-host.ts'
import { AuthFrame } from '../auth/auth-frame.tsx'
import { SITE } from '../portal-session.ts'

const TITLE = t('No payment plan to confirm')
const WHY = t(
  'The link may be mistyped or too old, or the plan was changed or withdrawn. Nothing was agreed or charged.',
)

/** Page of a confirmation link that is unknown or has ended. */
export function NoPlan() {
  if (!onAppHost)
    return (
      <AuthFrame title={TITLE} lead={`${WHY} ${t('Questions? Ask the company that sent you the link.')}`}>
        <ButtonLink href={SITE} variant="primary" size="lg">
          {t('To your portal')}
        </ButtonLink>
      </AuthFrame>
    )
  return (
    <SignpostPage
      title={TITLE}
      icon={<CalendarX2 />}
      href={`${window.location.origin}/login`}
      label={t('Log in')}
    >
      {WHY}{' '}
      {t('Questions? Ask the company that sent you the link. If you work there, log in and open the plan.')}
    </SignpostPage>
  )
}
