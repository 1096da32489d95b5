import { useEffect, useState } from 'react'
import { SIGN_IN_PROVIDERS, type SignInProvider } from '../../../../domain/people/sign-in-providers.ts'
import { ApiError, actionErrorText } from '../../../session/calls/api-error.ts'
import type { Session } from '../../../session/session.ts'
import { useSessionControl } from '../../../session/session-context.tsx'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Spinner } from '../../../ui/text/spinner.tsx'
import { CalmHeading, CalmPage } from '../calm-page.tsx'
import { WentWrongPage } from '../went-wrong-page.tsx'
import { ProviderLogin } from './provider-login.tsx'
import { finishTrip, type Outcome } from './provider-return.ts'
import { leaveToLogIn } from './provider-trip.ts'

/** What the address said when the page was opened; the address itself is cleared at once, of codes above all. */
function readQuery(): URLSearchParams {
  const came = new URLSearchParams(window.location.search)
  if (came.size > 0) window.history.replaceState(window.history.state, '', window.location.pathname)
  return came
}

const isAnswer = (came: URLSearchParams) => ['code', 'error', 'state'].some((name) => came.has(name))

/** One attempt a visit: what came back works once, and a page may be drawn twice. */
const attempts = new Map<string, Promise<Outcome | null>>()

interface Stop {
  readonly provider: SignInProvider
  /** The page of ours, a path. */
  readonly page: string
  /** Where the provider is to send back to who comes here without an answer; null where nobody sets out. */
  readonly startsFor: string | null
}

/** Sets out, or finishes what was set out on. Null for who is on the way out. */
async function attempt(session: Session, stop: Stop, came: URLSearchParams): Promise<Outcome | null> {
  const { provider, page, startsFor } = stop
  if (startsFor === null || isAnswer(came)) return finishTrip(session, provider, page, came)
  try {
    await leaveToLogIn(session, provider, startsFor, undefined)
    return null
  } catch (error) {
    const { name } = SIGN_IN_PROVIDERS[provider]
    const missing = error instanceof ApiError && error.status === 404
    const cause = missing ? `Logging in with ${name} is not set up here.` : actionErrorText(error)
    return { kind: 'failed', cause, retry: missing ? '/login' : page }
  }
}

/** The page to which a provider sends somebody back, or from which one sets out for it: a moment's wait, then what came of it. */
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
      // A later visit without an answer sets out anew.
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

/** While a provider is asked. */
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
