import { useEffect, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { SIGN_IN_PROVIDERS, type SignInProvider } from '../../../../domain/people/sign-in-providers.ts'
import { AUTH_CODE_HINT, AuthCodeField } from '../../../account-security/auth-code-field.tsx'
import { ApiError, actionErrorText } from '../../../session/calls/api-error.ts'
import { required, usePlainForm } from '../../../session/forms/plain-form.ts'
import { useSessionControl } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Spinner } from '../../../ui/text/spinner.tsx'
import { CalmHeading, CalmPage } from '../../layout/calm-page.tsx'
import { returnPath } from '../return-path.ts'
import { useFirstFocus } from '../use-first-focus.ts'
import { WentWrongPage } from '../went-wrong-page.tsx'

interface Back {
  readonly provider: SignInProvider
  readonly token: string
  readonly next: string
}

/** One attempt for each token: a token works once, and React may render the page twice. */
const attempts = new Map<string, Promise<'in' | 'code' | { cause: string }>>()

/** Logs in a user back from a provider, after a two-step code where one is required. */
export function ProviderLogin({ provider, token, next }: Back) {
  const session = useSessionControl()
  const navigate = useNavigateTo()
  const [state, setState] = useState<'in' | 'code' | { cause: string } | null>(null)
  useEffect(() => {
    const tryIn = async () => {
      try {
        session.signIn(await session.call(contract.socialLogins.logIn, { body: { token } }))
        return 'in' as const
      } catch (error) {
        if (error instanceof ApiError && error.code === 'login_needs_second_factor') return 'code' as const
        return { cause: actionErrorText(error) }
      }
    }
    const underWay = attempts.get(token) ?? tryIn()
    attempts.set(token, underWay)
    void underWay.then((result) => {
      setState(result)
      if (result === 'in') navigate(returnPath(next) ?? '/')
    })
  }, [session, token, next, navigate])
  const { name } = SIGN_IN_PROVIDERS[provider]
  if (state === 'code') return <CodeForm {...{ provider, token, next }} />
  if (typeof state === 'object' && state !== null) return <WentWrongPage cause={state.cause} retry="/login" />
  return (
    <CalmPage>
      <CalmHeading title="One moment" />
      <p role="status" className="flex items-center gap-2 text-ink-2">
        <Spinner /> {name} confirmed who you are. Logging you in…
      </p>
    </CalmPage>
  )
}

function CodeForm({ provider, token, next }: Back) {
  const session = useSessionControl()
  const navigate = useNavigateTo()
  const { form, field, busy, problem } = usePlainForm({
    checks: { auth_code: required },
    async send({ auth_code }) {
      try {
        session.signIn(await session.call(contract.socialLogins.logIn, { body: { token, auth_code } }))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'login_bad_authentication_code')
          return { auth_code: error.message }
        throw error
      }
      navigate(returnPath(next) ?? '/')
      return undefined
    },
  })
  useFirstFocus('auth_code')
  return (
    <CalmPage>
      <CalmHeading title="One more step">
        {SIGN_IN_PROVIDERS[provider].name} confirmed who you are. Now enter your two-step login code.
      </CalmHeading>
      <form {...form} className="grid gap-5">
        {problem !== null && <Note tone="error">{problem}</Note>}
        <AuthCodeField hint={AUTH_CODE_HINT} {...field('auth_code')} />
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          Confirm
        </Button>
      </form>
    </CalmPage>
  )
}
