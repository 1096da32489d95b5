import { contract } from '../../../contract/index.ts'
import { useAnswer } from '../../session/use-answer.ts'
import { browserSession } from '../portal-session.ts'

/** Whose portal this is. Known before anybody has signed in, and hardly ever changed. */
export const usePreferences = () =>
  useAnswer({
    key: ['preferences'],
    ask: (signal) => browserSession.session.call(contract.portal.preferences, {}, { signal }),
    freshMs: 600_000,
  })
