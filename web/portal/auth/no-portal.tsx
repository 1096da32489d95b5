import { t } from '../../ui/language/text.ts'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { onAppHost } from '../app-host.ts'

/**
 * Shown on a host without a portal, where a login form could only fail. On the app's own host, links staff to
 * the app.
 */
export const NoPortal = () => (
  <MessagePage
    title={t('There is no customer portal here')}
    actions={
      onAppHost && (
        // A page of another app, so this app's router can't open it.
        <ButtonLink href="/" target="_self" variant="primary">
          {t('Go to the dashboard')}
        </ButtonLink>
      )
    }
  >
    {onAppHost
      ? t('Each company has its own portal. Use the link in the company’s email.')
      : t('The address may be mistyped. Use the link in the company’s email.')}
  </MessagePage>
)
