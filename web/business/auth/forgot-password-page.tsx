import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useCall } from '../../session/session-context.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { CalmHeading, CalmPage, inlineLink } from '../layout/calm-page.tsx'
import { useFirstFocus } from './use-first-focus.ts'

/** Requests a link to set a new password. The answer is the same for every address. */
export function ForgotPasswordPage() {
  const call = useCall()
  const [answer, setAnswer] = useState<string | null>(null)
  const { form, field, busy, problem } = usePlainForm({
    checks: { email: required },
    async send(body) {
      setAnswer((await call(contract.identity.forgotPassword, { body })).detail)
      return undefined
    },
  })
  useFirstFocus('email')
  return (
    <CalmPage
      foot={
        <Link href="/login" className={inlineLink}>
          Back to log in
        </Link>
      }
    >
      {answer === null ? (
        <>
          <CalmHeading title="Forgot your password?">
            Enter your email and we’ll send you a link to set a new one.
          </CalmHeading>
          <form {...form} className="grid gap-5">
            {problem !== null && <Note tone="error">{problem}</Note>}
            <TextField
              label="Email"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              {...field('email')}
            />
            <Button type="submit" variant="primary" size="lg" busy={busy}>
              Send link
            </Button>
          </form>
        </>
      ) : (
        <div role="status">
          <MailCheck className="mb-4 size-8 text-brand" />
          <CalmHeading title="Check your email">{answer}</CalmHeading>
          <p className="text-ink-2">The link works once, within 30 minutes. Check your spam folder too.</p>
        </div>
      )}
    </CalmPage>
  )
}
