import { contract } from '../../../contract/index.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { browserSession } from '../portal-session.ts'

export const PREFERENCES = ['preferences'] as const

/** The portal's company. Readable without a session; rarely changes. */
export const usePreferences = () =>
  useQuery({
    key: PREFERENCES,
    ask: (signal) => browserSession.session.call(contract.portal.preferences, {}, { signal }),
    freshMs: 600_000,
  })
