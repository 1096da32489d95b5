import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { contract } from '../../../contract/index.ts'
import { showFormErrors } from '../../session/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { browserSession, LOGIN } from '../portal-session.ts'
import { AuthFrame } from './auth-frame.tsx'

/** Asks for a reset link. The answer is the same whether or not the address is known. */
export function ForgotPasswordPage() {
  const [problem, setProblem] = useState<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const form = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    setProblem(null)
    try {
      setSaid((await browserSession.session.call(contract.identity.forgotPassword, { body: values })).detail)
    } catch (error) {
      setProblem(showFormErrors(form, error))
    }
  })
  return (
    <AuthFrame title="Reset your password" lead="We send you a link with which you choose a new one.">
      {said ? (
        <Note tone="success" title="Check your email">
          {said}
        </Note>
      ) : (
        <form onSubmit={submit} noValidate className="grid gap-4">
          {problem && <Note tone="error">{problem}</Note>}
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            error={errors.email?.message}
            {...form.register('email', { required: 'This field is required.' })}
          />
          <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
            Send the link
          </Button>
        </form>
      )}
      <Link href={LOGIN} className="justify-self-center py-2 text-14 text-ink-2 underline underline-offset-3">
        Back to sign in
      </Link>
    </AuthFrame>
  )
}
