import { CloudOff } from 'lucide-react'
import { useLogOut } from '../../session/use-log-out.ts'
import { Button } from '../../ui/layout/button.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'

/** Shown when the accounts could not be loaded; every page needs one. */
export function AccountsFailedPage(given: { message: string; retry: () => void; retrying: boolean }) {
  const { logOut, busy } = useLogOut()
  return (
    <MessagePage
      title="Error"
      icon={<CloudOff />}
      actions={
        <>
          <Button variant="primary" busy={given.retrying} onClick={given.retry}>
            Try again
          </Button>
          <Button busy={busy} onClick={logOut}>
            Log Out
          </Button>
        </>
      }
    >
      <p>There was an error loading your user data.</p>
      <p>{given.message}</p>
    </MessagePage>
  )
}
