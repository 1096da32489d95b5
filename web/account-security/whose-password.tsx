import { useSession } from '../session/session-context.tsx'

/** Lets a password manager know whose password a form asks for. */
export function WhosePassword() {
  const { user } = useSession()
  return <input type="text" autoComplete="username" defaultValue={user?.email} readOnly hidden />
}
