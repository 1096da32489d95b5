import { t } from '../../ui/language/text.ts'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { LOGIN } from '../portal-session.ts'
import { AuthFrame } from './auth-frame.tsx'
import type { LinkPurpose } from './link-state.ts'

const FORGOT = '/customer-portal-site-forgot-password'

/** Invitation that was already accepted: a password exists. */
export const EnrolledAlready = () => (
  <AuthFrame
    title={t('You already have a login')}
    lead={t('This invitation was already used. Log in with your password, or ask for a login link.')}
  >
    <ButtonLink href={LOGIN} variant="primary" size="lg">
      {t('Log in')}
    </ButtonLink>
    <Link href={FORGOT} className="justify-self-center py-2 text-14 underline underline-offset-3">
      {t('Forgot your password?')}
    </Link>
  </AuthFrame>
)

/** A link that was used, has expired, or was replaced. Shown before the user fills in a form. */
export const EndedLink = ({ purpose }: { purpose: LinkPurpose }) => (
  <AuthFrame
    title={t('This link is no longer valid')}
    lead={
      purpose === 'enrol'
        ? t(
            'It was used, has expired, or was replaced by a newer one. Please ask the company that invited you for a new invitation.',
          )
        : t('It was used, has expired, or was replaced by a newer one. Please ask for a new one.')
    }
  >
    {purpose === 'reset' && (
      <ButtonLink href={FORGOT} variant="primary" size="lg">
        {t('Send a new link')}
      </ButtonLink>
    )}
    {purpose === 'log_in' ? (
      <ButtonLink href={LOGIN} variant="primary" size="lg">
        {t('Send a new link')}
      </ButtonLink>
    ) : (
      <Link href={LOGIN} className="justify-self-center py-2 text-14 underline underline-offset-3">
        {t('Log in')}
      </Link>
    )}
  </AuthFrame>
)
