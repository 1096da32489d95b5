import { contract } from '../../../contract/index.ts'
import { useAnswer } from '../../session/use-answer.ts'
import { browserSession } from '../portal-session.ts'

export const PREFERENCES = ['preferences'] as const

/** Whose portal this is. Known before anybody has signed in, and hardly ever changed. */
export const usePreferences = () =>
  useAnswer({
    key: PREFERENCES,
    ask: (signal) => browserSession.session.call(contract.portal.preferences, {}, { signal }),
    freshMs: 600_000,
  })
