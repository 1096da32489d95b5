import type { User } from '../../store/users.ts'

/** A person as the API shows them. */
export function showUser(user: Pick<User, 'id' | 'email' | 'firstName' | 'lastName' | 'emailVerified'>) {
  return {
    pk: user.id,
    username: user.email,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    email_verified: user.emailVerified,
  }
}
