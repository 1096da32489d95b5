import { useEffect, useState } from 'react'
import { Spinner } from '../../ui/text/spinner.tsx'
import { PAYMENT_PROCESSOR_PATH } from '../paths.ts'
import { refusalText } from './provider/provider-return.ts'
import { WentWrongPage } from './went-wrong-page.tsx'

/**
 * The way back from a payment processor. Takes a complete answer to the settings, which finish the connection; somebody whose
 * session ended meanwhile logs in first.
 */
export function ProcessorReturnPage({
  provider,
  name,
  needs,
  stateAs = 'state',
}: {
  provider: string
  name: string
  needs: readonly string[]
  stateAs?: string
}) {
  const [answer] = useState(() => readAnswer(provider, name, needs, stateAs))
  useEffect(() => {
    if (answer.ok) window.location.replace(answer.address)
  }, [answer])
  if (!answer.ok) return <WentWrongPage cause={answer.problem} retry={PAYMENT_PROCESSOR_PATH} />
  return (
    <div className="grid min-h-dvh place-content-center justify-items-center gap-3" role="status">
      <Spinner className="size-6" />
      Connecting {name}…
    </div>
  )
}

type Answer =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly problem: string }

/** Reads what the processor sent back: the state with all that it needs, or an error. */
function readAnswer(provider: string, name: string, needs: readonly string[], stateAs: string): Answer {
  const given = new URLSearchParams(window.location.search)
  given.set('state', given.get(stateAs) ?? '')
  const error = given.get('error')
  if (error !== null) return { ok: false, problem: refusalText(error, name) }
  if (['state', ...needs].some((needed) => !given.get(needed)))
    return { ok: false, problem: `${name} sent back an incomplete answer. Nothing was changed.` }
  const answer = JSON.stringify(Object.fromEntries(given))
  return { ok: true, address: `${PAYMENT_PROCESSOR_PATH}?${new URLSearchParams({ provider, answer })}` }
}
