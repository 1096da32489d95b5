import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { browserSession, LOGIN } from '../portal-session.ts'
import { AuthFrame } from './auth-frame.tsx'

/** Asks the company for a login. */
export function AskForAccess() {
  const [said, setSaid] = useState<string | null>(null)
  const { form, field, busy, problem } = usePlainForm({
    checks: { name: required, email: required, reference: required },
    async send(body) {
      setSaid((await browserSession.session.call(contract.accessRequests.ask, { body })).detail)
      return undefined
    },
  })
  return (
    <AuthFrame
      title={t('Ask for access')}
      lead={said ? undefined : t('We pass it on to the company, which decides.')}
    >
      {said ? (
        <Note tone="success" title={t('Request sent')}>
          {said}
        </Note>
      ) : (
        <form {...form} className="grid gap-4">
          {problem && <Note tone="error">{problem}</Note>}
          <TextField label={t('Your name')} autoComplete="name" {...field('name')} />
          <TextField label={t('Email')} type="email" autoComplete="email" {...field('email')} />
          <TextField
            label={t('Your company, or an invoice number')}
            autoComplete="organization"
            {...field('reference')}
          />
          <Button type="submit" variant="primary" size="lg" busy={busy}>
            {t('Ask for access')}
          </Button>
        </form>
      )}
      <Link href={LOGIN} className="justify-self-center py-2 text-14 text-ink-2 underline underline-offset-3">
        {t('Back to log in')}
      </Link>
    </AuthFrame>
  )
}
