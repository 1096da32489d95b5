import type { User } from '../../store/users.ts'

/** Converts a person to the API's shape. */
export function serializeUser(user: Pick<User, 'id' | 'email' | 'firstName' | 'lastName' | 'emailVerified'>) {
  return {
    pk: user.id,
    username: user.email,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    email_verified: user.emailVerified,
  }
}
