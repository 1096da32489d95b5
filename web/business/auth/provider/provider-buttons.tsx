import { useState } from 'react'
import { SIGN_IN_PROVIDERS, type SignInProvider } from '../../../../domain/people/sign-in-providers.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSessionControl } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { loginOptions } from '../login-options.ts'
import { ProviderMark } from './provider-mark.tsx'
import { leaveToLogIn } from './provider-trip.ts'

/** A button for each configured provider. It logs in existing users and signs up new ones. */
export function ProviderButtons({ next }: { next?: string | undefined }) {
  const session = useSessionControl()
  const toast = useToast()
  const [going, setGoing] = useState<SignInProvider | null>(null)
  const go = async (provider: SignInProvider) => {
    if (going !== null) return
    setGoing(provider)
    try {
      await leaveToLogIn(session, provider, SIGN_IN_PROVIDERS[provider].pages[0], next)
    } catch (error) {
      setGoing(null)
      toast({ title: 'OAuth Error', body: actionErrorText(error), tone: 'error' })
    }
  }
  return (
    <ul className="grid gap-3">
      {loginOptions().providers.map((provider) => (
        <li key={provider} className="grid">
          <Button
            icon={<ProviderMark provider={provider} />}
            busy={going === provider}
            onClick={() => go(provider)}
          >
            Continue with {SIGN_IN_PROVIDERS[provider].name}
          </Button>
        </li>
      ))}
    </ul>
  )
}
