import { useLayoutEffect } from 'react'
import { contract } from '../../../contract/index.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { applyBrand } from '../../ui/theme/brand.ts'
import { browserSession } from '../portal-session.ts'

export const PREFERENCES = ['preferences'] as const

/** The portal's company. Readable without a session; rarely changes. The page takes its color. */
export function usePreferences() {
  const preferences = useQuery({
    key: PREFERENCES,
    ask: (signal) => browserSession.session.call(contract.portal.preferences, {}, { signal }),
    freshMs: 600_000,
  })
  const colors = preferences.data?.company.colors
  useLayoutEffect(() => {
    if (colors) applyBrand(colors)
  }, [colors])
  return preferences
}
