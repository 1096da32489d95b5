import { contract } from '../../../contract/index.ts'
import { AUTH_CODE_HINT, AuthCodeField } from '../../account-security/auth-code-field.tsx'
import { FormDialog } from '../../account-security/second-factor-forms.tsx'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useSessionControl } from '../../session/session-context.tsx'

/** Asks for an authenticator code before money goes out. */
export function StepUpDialog({ onClose }: { onClose: (proved: boolean) => void }) {
  const session = useSessionControl()
  const { form, field, busy, problem } = usePlainForm({
    checks: { auth_code: required },
    async send(body) {
      await session.call(contract.identity.proveSecondFactor, { body })
      onClose(true)
      return undefined
    },
  })
  return (
    <FormDialog
      {...{ busy, problem, form }}
      title="Confirm it’s you"
      description="Enter a code to continue. We won’t ask again for 10 minutes."
      confirmLabel="Continue"
      onClose={() => onClose(false)}
      fields={<AuthCodeField hint={AUTH_CODE_HINT} autoFocus {...field('auth_code')} />}
    />
  )
}
