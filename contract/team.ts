import { z } from 'zod'
import { EXPORT_FORMATS } from '../domain/files/export-formats.ts'
import { STAFF_ROLES } from '../domain/people/roles.ts'
import { ownFactors, signedIn } from './identity.ts'
import { route } from './route.ts'
import { accountParams, email, id, instant, requiredText, strict } from './shapes.ts'

const QUARTER_HOUR_S = 15 * 60

/** Roles that can be invited or assigned. Ownership changes only by a transfer. */
const GIVEN_ROLES = ['admin', 'advisor', 'viewer'] as const
const givenRole = z.enum(GIVEN_ROLES, 'Choose a role.')

const member = z.object({
  user: id,
  name: z.string().describe('the email address when there is no name'),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  since: instant,
  second_factor: z.boolean().describe('whether their login takes a code besides the password'),
  is_you: z.boolean(),
  firm: z
    .object({ pk: id, name: z.string() })
    .nullable()
    .describe('the firm of accountants through which they work here'),
})

const invitation = z.object({
  pk: id,
  kind: z
    .enum(['member', 'client', 'owner'])
    .describe(
      'to work in this company, to let who invited them work in theirs as an advisor, or to take over this company',
    ),
  email: z.string(),
  role: z.enum(GIVEN_ROLES).nullable(),
  invited_by: z.string(),
  sent_at: instant,
  expires_at: instant,
  expired: z.boolean(),
})

const wholeTeam = z.object({ members: z.array(member), invitations: z.array(invitation) })

const memberParams = strict({ account: id, user: id })
const invitationParams = strict({ account: id, invitation: id })
const inviteCode = strict({ code: requiredText(200) })
export const team = {
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/team/',
    summary: 'List the team and its invitations',
    access: { kind: 'staff', right: 'users.read' },
    params: accountParams,
    reply: wholeTeam,
  }),
  export: route({
    method: 'POST',
    path: '/api/accounts/:account/team/export/',
    summary: 'Export the team as CSV or XLSX',
    access: { kind: 'staff', right: 'users.read' },
    params: accountParams,
    body: strict({ format: z.enum(EXPORT_FORMATS).default('csv') }),
    reply: 'file',
    rateLimit: { limit: 20, windowSeconds: 60 },
  }),
  invite: route({
    method: 'POST',
    path: '/api/accounts/:account/team/invitations/',
    summary: 'Invite a person to the company, or a client company to take you as its advisor',
    access: { kind: 'staff', right: 'users.manage' },
    rateLimit: { limit: 60, windowSeconds: QUARTER_HOUR_S },
    params: accountParams,
    body: strict({
      kind: z.enum(['member', 'client']).default('member'),
      email,
      role: givenRole.optional().describe('of a member; a client has none here'),
    }),
    reply: wholeTeam,
  }),
  sendAgain: route({
    method: 'POST',
    path: '/api/accounts/:account/team/invitations/:invitation/send/',
    summary: 'Send an invitation again with a new link that replaces the old one',
    access: { kind: 'staff', right: 'users.manage' },
    rateLimit: { limit: 60, windowSeconds: QUARTER_HOUR_S },
    params: invitationParams,
    body: strict({}).optional(),
    reply: wholeTeam,
  }),
  withdraw: route({
    method: 'DELETE',
    path: '/api/accounts/:account/team/invitations/:invitation/',
    summary: 'Withdraw an invitation. Its link stops working',
    access: { kind: 'staff', right: 'users.manage' },
    params: invitationParams,
    reply: wholeTeam,
  }),
  changeRole: route({
    method: 'PATCH',
    path: '/api/accounts/:account/team/members/:user/',
    summary: 'Give a member another role',
    access: { kind: 'staff', right: 'users.manage', feature: 'USER_MANAGEMENT' },
    params: memberParams,
    body: strict({ role: givenRole }),
    reply: wholeTeam,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/accounts/:account/team/members/:user/',
    summary: 'Remove a member. Their sessions end',
    access: { kind: 'staff', right: 'users.manage' },
    params: memberParams,
    reply: wholeTeam,
  }),
  endSecondFactor: route({
    method: 'POST',
    path: '/api/accounts/:account/team/members/:user/end-second-factor/',
    summary: 'Turn off two-step login for a member who lost their phone and recovery codes',
    access: { kind: 'staff', right: 'users.recover' },
    params: memberParams,
    body: strict(ownFactors),
    reply: wholeTeam,
  }),
  transfer: route({
    method: 'POST',
    path: '/api/accounts/:account/team/transfer/',
    summary: 'Make a member the owner. You become an admin',
    access: { kind: 'staff', right: 'ownership.transfer' },
    params: accountParams,
    body: strict({ user: id, ...ownFactors }),
    reply: wholeTeam,
  }),
  handOver: route({
    method: 'POST',
    path: '/api/accounts/:account/team/hand-over/',
    summary: 'Invite the future owner of a company that you set up for them',
    access: { kind: 'staff', right: 'ownership.transfer' },
    rateLimit: { limit: 60, windowSeconds: QUARTER_HOUR_S },
    params: accountParams,
    body: strict({ email, ...ownFactors }),
    reply: wholeTeam,
  }),
  endFirm: route({
    method: 'DELETE',
    path: '/api/accounts/:account/team/firms/:firm/',
    summary: 'End the access of everybody who works here through a firm of accountants',
    access: { kind: 'staff', right: 'users.manage' },
    params: strict({ account: id, firm: id }),
    reply: wholeTeam,
  }),
  leave: route({
    method: 'POST',
    path: '/api/accounts/:account/team/leave/',
    summary: 'Leave the company',
    access: { kind: 'staff', right: 'profile.write' },
    params: accountParams,
    body: strict({}).optional(),
    reply: z.object({ detail: z.string() }),
  }),
  readInvite: route({
    method: 'GET',
    path: '/api/invites/:code/',
    summary: 'Read an invitation by its link',
    access: { kind: 'public' },
    rateLimit: { limit: 60, windowSeconds: QUARTER_HOUR_S },
    params: inviteCode,
    reply: z.object({
      kind: z.enum(['member', 'client', 'owner']),
      email: z.string(),
      role: z.enum(GIVEN_ROLES).nullable(),
      company: z.string().describe('empty for a company that has no name yet'),
      invited_by: z.string(),
      expires_at: instant,
      has_login: z.boolean().describe('this address already has a login'),
    }),
  }),
  acceptInvite: route({
    method: 'POST',
    path: '/api/invites/:code/accept/',
    summary:
      'Accept an invitation as the logged-in user. A client chooses which company it is for, an advisor which firm they work for',
    access: { kind: 'user', unverified: true },
    rateLimit: { limit: 60, windowSeconds: QUARTER_HOUR_S },
    params: inviteCode,
    body: strict({
      account: id.optional(),
      firm: id.optional().describe('account of the firm for which an advisor works there'),
    }),
    reply: signedIn.pick({ account: true }).extend({ detail: z.string() }),
  }),
}
