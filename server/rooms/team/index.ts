import './tables.ts'

export { joinAsMember, takeAdvisor, takeClient } from './actions/accept-invitation.ts'
export { countClientsToBe, countManagersToBe } from './actions/count-for-plan.ts'
export { notifyInviter } from './actions/notify-inviter.ts'
export { type OpenedInvitation, peekInvitation, redeemInvitation } from './actions/open-invitation.ts'
