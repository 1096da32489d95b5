import { PASSWORD_COST } from '../password-hashing.ts'

/** What shows nothing but that a password is the right one. */
const LEAST = { memory: 64, passes: 1 }

/**
 * From now on a new password is hashed in no time, and one that nobody has is compared so: for tests that ask thousands of
 * times, where hashing at its price would be most of their work. Returns what ends it; other tests run in the same process.
 */
export function hashQuickly(): () => void {
  const usual = { ...PASSWORD_COST }
  Object.assign(PASSWORD_COST, LEAST)
  return () => void Object.assign(PASSWORD_COST, usual)
}
