import { useBlocker } from '@tanstack/react-router'

/** Codes that are shown once stay, whatever the browser's Back does. Not what the app itself does: a session that ends goes to the login all the same. */
function RouterGuard() {
  useBlocker({
    shouldBlockFn: ({ action }) => action === 'BACK' || action === 'FORWARD' || action === 'GO',
    enableBeforeUnload: true,
  })
  return null
}

/** What the parts of one's own login are told of this app. */
export const BUSINESS_APP = { name: 'Quittance', Guard: RouterGuard }
