import type { PostRow } from '../tables.ts'

/**
 * Whether a part of a post with a record was there when it was last looked at, also when the books refuse its change. What is to be
 * removed, or is being removed, may be gone.
 */
export const isBelievedThere = ({ state, step, wanted }: PostRow): boolean =>
  state === 'posted' ||
  ((state === 'waiting' || state === 'conflict') && step === null && wanted.total !== '0')
