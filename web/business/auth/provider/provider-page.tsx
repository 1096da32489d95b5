import { useEffect, useState } from 'react'
import { SIGN_IN_PROVIDERS, type SignInProvider } from '../../../../domain/people/sign-in-providers.ts'
import { ApiError, actionErrorText } from '../../../session/calls/api-error.ts'
import type { Session } from '../../../session/session.ts'
import { useSessionControl } from '../../../session/session-context.tsx'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Spinner } from '../../../ui/text/spinner.tsx'
import { CalmHeading, CalmPage } from '../../layout/calm-page.tsx'
import { WentWrongPage } from '../went-wrong-page.tsx'
import { ProviderLogin } from './provider-login.tsx'
import { finishTrip, type Outcome } from './provider-return.ts'
import { leaveToLogIn } from './provider-trip.ts'

/** The query at the time the page opened. The address is cleared at once, because it carries codes. */
function readQuery(): URLSearchParams {
  const came = new URLSearchParams(window.location.search)
  if (came.size > 0) window.history.replaceState(window.history.state, '', window.location.pathname)
  return came
}

const isAnswer = (came: URLSearchParams) => ['code', 'error', 'state'].some((name) => came.has(name))

/** One attempt for each visit: a code works once, and React may render the page twice. */
const attempts = new Map<string, Promise<Outcome | null>>()

interface Stop {
  readonly provider: SignInProvider
  /** Path of this callback page. */
  readonly page: string
  /** Callback path of an authorization that this page starts itself; null where it starts none. */
  readonly startsFor: string | null
}

/** Starts an authorization or handles its callback. Resolves to null while the browser is leaving. */
async function attempt(session: Session, stop: Stop, came: URLSearchParams): Promise<Outcome | null> {
  const { provider, page, startsFor } = stop
  if (startsFor === null || isAnswer(came)) return finishTrip(session, provider, page, came)
  try {
    await leaveToLogIn(session, provider, startsFor, undefined)
    return null
  } catch (error) {
    const { name } = SIGN_IN_PROVIDERS[provider]
    const missing = error instanceof ApiError && error.status === 404
    const cause = missing ? `Logging in with ${name} isn’t set up here.` : actionErrorText(error)
    return { kind: 'failed', cause, retry: missing ? '/login' : page }
  }
}

/** Callback page of a provider, or the page that redirects to it. Shows progress, then the result. */
export function ProviderPage({ provider, page, startsFor }: Stop) {
  const session = useSessionControl()
  const navigate = useNavigateTo()
  const toast = useToast()
  const [came] = useState(readQuery)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => {
    const key = `${page} ${came}`
    const underWay = attempts.get(key) ?? attempt(session, { provider, page, startsFor }, came)
    attempts.set(key, underWay)
    void underWay.then((result) => {
      // A later visit without a callback starts a new authorization.
      attempts.delete(key)
      setOutcome(result)
      if (result?.kind !== 'go-on') return
      if (result.toast) toast({ title: result.toast, tone: 'success' })
      navigate(result.to)
    })
  }, [session, provider, page, startsFor, came, navigate, toast])
  if (outcome?.kind === 'failed') return <WentWrongPage cause={outcome.cause} retry={outcome.retry} />
  if (outcome?.kind === 'log-in') return <ProviderLogin provider={provider} {...outcome} />
  return <OneMoment name={SIGN_IN_PROVIDERS[provider].name} />
}

/** Shown while a provider request is under way. */
function OneMoment({ name }: { name: string }) {
  return (
    <CalmPage>
      <CalmHeading title="One moment" />
      <p role="status" className="flex items-center gap-2 text-ink-2">
        <Spinner /> Asking {name} who you are…
      </p>
    </CalmPage>
  )
}
