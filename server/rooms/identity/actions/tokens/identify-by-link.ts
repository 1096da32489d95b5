import type { StaffRole } from '../../../../../domain/people/roles.ts'
import type { Actor } from '../../../../platform/context.ts'
import type { User } from '../../store/users.ts'

/** Actor for a person who proved their address by a mailed link and has no session. */
export const identifyByLink = (user: Pick<User, 'id' | 'email'>, role: StaffRole | null): Actor => ({
  kind: 'staff',
  userId: user.id,
  sessionId: '',
  email: user.email,
  emailVerified: true,
  role,
})
