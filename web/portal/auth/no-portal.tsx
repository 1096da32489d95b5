import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { onAppHost } from '../app-host.ts'

/** The host is no company's: a form to sign in with would only be refused. On the app's own, its people are led home. */
export const NoPortal = () => (
  <MessagePage
    title="There is no customer portal here"
    actions={
      onAppHost && (
        // Another app's page, so not by this one's router.
        <ButtonLink href="/" target="_self" variant="primary">
          Go to the dashboard
        </ButtonLink>
      )
    }
  >
    {onAppHost
      ? 'Every company has its portal at an address of its own. The one in the email from the company that invoices you is right.'
      : 'The address may be mistyped. The one in the email from the company that invoices you is right.'}
  </MessagePage>
)
