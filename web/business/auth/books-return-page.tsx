import { useEffect, useState } from 'react'
import { Spinner } from '../../ui/text/spinner.tsx'
import { ACCOUNTING_PATH } from '../paths.ts'
import { refusalText } from './provider/provider-return.ts'
import { endSetupTrip } from './trips/setup-trip.ts'
import { WentWrongPage } from './went-wrong-page.tsx'

/** The same step of the registration. */
const REGISTRATION_PATH = '/registration/account-connection'

/** The way back from an accounting platform. Takes a complete answer to the settings, which finish the connection. */
export function BooksReturnPage({ provider, name }: { provider: string; name: string }) {
  const [home] = useState(() => endSetupTrip([ACCOUNTING_PATH, REGISTRATION_PATH]) ?? ACCOUNTING_PATH)
  const [answer] = useState(() => readAnswer(provider, name, home))
  useEffect(() => {
    if (answer.ok) window.location.replace(answer.address)
  }, [answer])
  if (!answer.ok) return <WentWrongPage cause={answer.problem} retry={home} />
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

/** Reads what the platform sent back: a code, the company and the state, or an error. `home` finishes the connection. */
function readAnswer(provider: string, name: string, home: string): Answer {
  const given = new URLSearchParams(window.location.search)
  const error = given.get('error')
  if (error !== null) return { ok: false, problem: refusalText(error, name) }
  const [code, realmId, state] = [given.get('code'), given.get('realmId'), given.get('state')]
  const needsCompany = provider === 'quickbooks'
  if (!code || !state || (needsCompany && !realmId))
    return { ok: false, problem: `${name} sent back an incomplete answer. Nothing was changed.` }
  return {
    ok: true,
    address: `${home}${home.includes('?') ? '&' : '?'}${new URLSearchParams({ provider, code, realm_id: realmId ?? '', state })}`,
  }
}
