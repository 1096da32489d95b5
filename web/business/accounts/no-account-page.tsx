import { Building2 } from 'lucide-react'
import { useEffect } from 'react'
import { useSessionControl } from '../../session/session-context.tsx'
import { useLogOut } from '../../session/use-log-out.ts'
import { Button } from '../../ui/layout/button.tsx'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'

/** Shown when the user belongs to no active account. Forgets the stored account. */
export function NoAccountPage() {
  const session = useSessionControl()
  const { logOut, busy } = useLogOut()
  const toast = useToast()
  useEffect(() => {
    session.chooseAccount(null, null)
    toast({ title: 'Retrieve Active User', body: 'Your login has no active account.', tone: 'error' })
  }, [session, toast])
  return (
    <MessagePage
      title="No active company"
      icon={<Building2 />}
      actions={
        <Button variant="primary" busy={busy} onClick={logOut}>
          Log Out
        </Button>
      }
    >
      Your login no longer has an active company. Ask the company’s owner for access.
    </MessagePage>
  )
}
