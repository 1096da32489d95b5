import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { contract } from '../../../contract/index.ts'
import { showFormErrors } from '../../session/form-errors.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CalmHeading, CalmPage, inlineLink } from './calm-page.tsx'

/** Asks for a link to set a new password. The answer is the same for every address. */
export function ForgotPasswordPage() {
  const call = useCall()
  const [problem, setProblem] = useState<string | null>(null)
  const [answer, setAnswer] = useState<string | null>(null)
  const form = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    setProblem(null)
    try {
      setAnswer((await call(contract.identity.forgotPassword, { body })).detail)
    } catch (error) {
      setProblem(showFormErrors(form, error))
    }
  })
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
            Enter your email address and we send you a link to set a new one.
          </CalmHeading>
          <form onSubmit={submit} noValidate className="grid gap-5">
            {problem !== null && <Note tone="error">{problem}</Note>}
            <TextField
              label="Email"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              error={errors.email?.message}
              {...form.register('email', { required: 'This field is required.' })}
            />
            <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
              Send link
            </Button>
          </form>
        </>
      ) : (
        <div role="status">
          <MailCheck className="mb-4 size-8 text-brand" />
          <CalmHeading title="Check your email">{answer}</CalmHeading>
          <p className="text-ink-2">
            The link works once, within 30 minutes. Look into your spam folder too.
          </p>
        </div>
      )}
    </CalmPage>
  )
}
