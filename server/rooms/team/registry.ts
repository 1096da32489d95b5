import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { teamRoutes } from './routes.ts'

const auditTexts = {
  'team.export': 'exported the team[ (rows: {rows})]',
  'team.invite': 'created an invitation[ for {email}][ as {role}]',
  'team.send-invitation-again': 'sent an invitation again[ to {email}]',
  'team.withdraw-invitation': 'withdrew an invitation[ of {email}]',
  'team.accept-invitation': 'joined by an invitation[ as {role}]',
  'team.take-advisor': 'accepted {object} as an advisor[ by an invitation to {email}]',
  'team.change-role': 'changed the role of {object}[ from {from} to {to}]',
  'team.remove': 'removed {object} from the company[, who was {role}]',
  'team.leave': 'left the company',
  'team.transfer': 'transferred the company[ to {email}]',
  'team.hand-over': 'invited the future owner[ {email}] of the company',
  'team.give-access': 'gave {object}[ of {firm}] access[ as {role}]',
  'team.end-firm': 'ended the access of accountants[ of {firm}][: {people}]',
  'clients.take': 'accepted a client company[: {company}]',
  'clients.open': 'opened a client company[: {company}]',
  'clients.give-access': 'gave {object} access[ to {companies}][ as {role}]',
  'clients.end-access': 'ended the access of {object}[ to {companies}]',
  'clients.access-ended': 'ended the access of {object} to a client company[: {company}]',
  'team.end-second-factor': 'turned off two-step login for {object}',
} as const

export const teamRegistry = {
  room: 'team',
  routes: teamRoutes,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
