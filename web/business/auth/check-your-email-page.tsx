import { MailOpen } from 'lucide-react'
import { useEffect } from 'react'
import { contract } from '../../../contract/index.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useAction } from '../../session/calls/use-action.ts'
import { useSession, useSessionControl } from '../../session/session-context.tsx'
import { useLogOut } from '../../session/use-log-out.ts'
import { Button } from '../../ui/layout/button.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { CalmHeading, CalmPage } from '../layout/calm-page.tsx'

/** Continues once the address is confirmed, in another tab or on another device. */
function useMoveOnWhenVerified() {
  const session = useSessionControl()
  const { emailVerified } = useSession()
  const navigate = useNavigateTo()
  useEffect(() => {
    if (emailVerified) navigate('/')
  }, [emailVerified, navigate])
  useEffect(() => {
    const onFocus = () => void session.renew()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [session])
}

/** Page for users whose address is not confirmed yet. */
export function CheckYourEmailPage() {
  useMoveOnWhenVerified()
  const session = useSessionControl()
  const { user } = useSession()
  const toast = useToast()
  const { logOut, busy } = useLogOut()
  const resend = useAction(async () => {
    try {
      const { detail } = await session.call(contract.identity.resendVerification)
      toast({ title: detail, tone: 'success' })
    } catch (error) {
      toast({ title: 'We couldn’t send the email', body: actionErrorText(error), tone: 'error' })
    }
  })
  const check = useAction(async () => {
    const result = await session.renew()
    if (result === 'ERROR')
      toast({ title: 'We couldn’t check', body: 'We could not reach the server.', tone: 'error' })
    if (result !== 'OK' || session.snapshot().emailVerified) return
    toast({ title: 'Not confirmed yet', body: 'Open the link in our email first.', tone: 'info' })
  })
  return (
    <CalmPage>
      <MailOpen className="mb-4 size-8 text-brand" />
      <CalmHeading title="Check your email">
        We sent a link to <strong className="font-semibold break-words text-ink">{user?.email}</strong>. Open
        it to confirm your address.
      </CalmHeading>
      <div className="grid gap-3">
        <Button variant="primary" size="lg" busy={check.busy} onClick={check.run}>
          I’ve confirmed it
        </Button>
        <Button size="lg" busy={resend.busy} onClick={resend.run}>
          Resend email
        </Button>
        <Button variant="bare" busy={busy} onClick={logOut}>
          Log Out
        </Button>
      </div>
      <p className="mt-4 text-13 text-ink-3">Check your spam folder. Wrong address? Sign up again.</p>
    </CalmPage>
  )
}
