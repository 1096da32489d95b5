import { useBlocker } from '@tanstack/react-router'

/**
 * Keeps codes that are shown once on screen when browser Back is pressed. Navigation by the app itself
 * passes: an ended session still goes to the login.
 */
function RouterGuard() {
  useBlocker({
    shouldBlockFn: ({ action }) => action === 'BACK' || action === 'FORWARD' || action === 'GO',
    enableBeforeUnload: true,
  })
  return null
}

/** Passes this app's settings to the account security screens. */
export const BUSINESS_APP = { name: 'Quittance', Guard: RouterGuard }
