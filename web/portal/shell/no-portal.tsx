import { MessagePage } from '../../ui/message-page.tsx'

/** Whether the server said so with the page: the subdomain is nobody's. */
export const isNobodysPortal = (): boolean => document.querySelector('meta[name="no-portal"]') !== null

/** The subdomain is nobody's: a form to sign in with would only be refused. */
export const NoPortal = () => (
  <MessagePage title="There is no customer portal here">
    The address may be mistyped. The one in the email from the company that invoices you is right.
  </MessagePage>
)
