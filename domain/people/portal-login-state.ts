/** States of a person's access to the portal for one customer. `not_invited` also stands for a customer without any login. */
export const PORTAL_LOGIN_STATES = ['not_invited', 'invited', 'active', 'removed'] as const
export type PortalLoginState = (typeof PORTAL_LOGIN_STATES)[number]

export const PORTAL_LOGIN_STATE_TEXTS: Readonly<Record<PortalLoginState, string>> = {
  not_invited: 'Not invited',
  invited: 'Invited',
  active: 'Active',
  removed: 'Removed',
}
