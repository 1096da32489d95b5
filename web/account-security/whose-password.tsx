import { useSession } from '../session/session-context.tsx'

/** Tells a password manager which login a password form belongs to. */
export function WhosePassword() {
  const { user } = useSession()
  return <input type="text" autoComplete="username" defaultValue={user?.email} readOnly hidden />
}
