import { useState } from 'react'
import { contract } from '../../contract/index.ts'
import { ApiError } from '../session/calls/api-error.ts'
import { required, usePlainForm } from '../session/forms/plain-form.ts'
import type { Session } from '../session/session.ts'
import { AUTH_CODE_HINT } from './auth-code-field.tsx'

/**
 * State of a login form that asks for the second factor when the server requires it. Calls `onward` after a
 * successful login.
 */
export function useLogin(session: Session, onward: () => void) {
  const [needsCode, setNeedsCode] = useState(false)
  const login = usePlainForm({
    checks: { email: required, password: required, auth_code: required },
    async send({ auth_code, ...body }) {
      try {
        const code = needsCode && { auth_code }
        session.signIn(await session.call(contract.identity.logIn, { body: { ...body, ...code } }))
        onward()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'login_bad_authentication_code')
          return { auth_code: `${error.message} ${AUTH_CODE_HINT}` }
        if (error.code !== 'login_needs_second_factor') throw error
        setNeedsCode(true)
      }
      return undefined
    },
  })
  return { ...login, needsCode }
}
