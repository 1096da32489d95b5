import { Bug } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { useShellSession } from './shell-session.ts'

/** A page threw while it was drawn. Moving on gives the next page a fresh start. */
export function InternalErrorPage() {
  const session = useShellSession()
  return (
    <MessagePage
      title="Well, this is embarrassing..."
      icon={<Bug />}
      actions={
        <>
          <ButtonLink href="/" variant="primary">
            Go to the dashboard
          </ButtonLink>
          {session && <Button onClick={session.logOut}>Logout</Button>}
        </>
      }
    >
      Something went wrong on this page. What you had saved is safe.
    </MessagePage>
  )
}
