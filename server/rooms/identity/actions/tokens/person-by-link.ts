import type { StaffRole } from '../../../../../domain/people/roles.ts'
import type { Actor } from '../../../../platform/context.ts'
import type { User } from '../../store/users.ts'

/** Acts for who has proved their address by the link that came to it, and has no session for what they do. */
export const personByLink = (user: Pick<User, 'id' | 'email'>, role: StaffRole | null): Actor => ({
  kind: 'staff',
  userId: user.id,
  sessionId: '',
  email: user.email,
  emailVerified: true,
  role,
})
