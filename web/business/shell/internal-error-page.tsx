import { Bug } from 'lucide-react'
import { useSession } from '../../session/session-context.tsx'
import { useLogOut } from '../../session/use-log-out.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'

/** Shown when a page threw while rendering. Navigation resets it. */
export function InternalErrorPage() {
  const { signedIn } = useSession()
  const { logOut, busy } = useLogOut()
  return (
    <MessagePage
      title="Well, this is embarrassing..."
      icon={<Bug />}
      actions={
        <>
          <ButtonLink href="/" variant="primary">
            Go to the dashboard
          </ButtonLink>
          {signedIn && (
            <Button busy={busy} onClick={logOut}>
              Logout
            </Button>
          )}
        </>
      }
    >
      Something went wrong on this page. Everything you saved is safe.
    </MessagePage>
  )
}
