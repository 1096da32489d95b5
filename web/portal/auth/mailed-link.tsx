import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { placeErrors } from '../../session/forms/place-errors.ts'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import { browserSession } from '../portal-session.ts'
import { AuthFrame } from './auth-frame.tsx'

interface Sent {
  readonly email: string
  readonly detail: string
}

/** Asks for a login link for the address that was typed into a form's field `email`. */
export function useMailedLink() {
  const [sent, setSent] = useState<Sent | null>(null)
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = async (field: HTMLInputElement) => {
    const typed = field.value.trim()
    setEmail(field.value)
    setProblem(typed === '' ? t('Enter your email address. We send the link there.') : undefined)
    if (typed === '') return field.focus()
    setBusy(true)
    try {
      const { detail } = await browserSession.session.call(contract.logInLinks.send, {
        body: { email: typed },
      })
      setSent({ email: typed, detail })
    } catch (error) {
      const placed = placeErrors(error, (name) => name === 'email')
      setProblem(placed.fields.email ?? placed.message)
      field.focus()
    } finally {
      setBusy(false)
    }
  }
  return {
    sent,
    /** The address as it was typed. */
    email,
    problem,
    busy,
    send: (form: HTMLFormElement | null) => void send(form?.elements.namedItem('email') as HTMLInputElement),
    /** Forgets the message about an address that is typed again. */
    clear: () => setProblem(undefined),
    back: () => setSent(null),
  }
}

/** Says where the link was sent to, without saying whether the address has access. */
export const LinkSent = ({ email, detail, onBack }: Sent & { onBack: () => void }) => (
  <AuthFrame title={t('Check your email')}>
    <Note tone="success" title={email}>
      {detail}
    </Note>
    <Button size="lg" autoFocus onClick={onBack}>
      {t('Back to log in')}
    </Button>
  </AuthFrame>
)
