import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { signUp } from '../accounts/index.ts'
import { acceptInvitation } from './actions/accept-invitation.ts'
import { sendInvitationAgain, withdrawFromInviting } from './actions/change-invitation.ts'
import { changeRole, leaveCompany, removeMember } from './actions/change-member.ts'
import { endMembersSecondFactor } from './actions/end-members-second-factor.ts'
import { invitePerson } from './actions/invite-person.ts'
import { readInvitation } from './actions/read-invitation.ts'
import { showTeam } from './actions/show-team.ts'
import { signUpInvited } from './actions/sign-up-invited.ts'
import { transferOwnership } from './actions/transfer-ownership.ts'

const { identity, team } = contract

/** Signing up is here because an invitation leads into a company that there is, and without one into a new one. */
export const teamRoutes: BoundRoute[] = [
  onUnitOfWork(identity.signUp, (uow, { body, query: { invite } }) =>
    // Without a value it is no invitation either.
    invite ? signUpInvited(uow, { body, code: invite }) : signUp(uow, { body }),
  ),
  on(team.read, (ctx) => showTeam(ctx)),
  on(team.invite, (ctx, input) => invitePerson(ctx, input)),
  on(team.sendAgain, (ctx, { params }) => sendInvitationAgain(ctx, params.invitation)),
  on(team.withdraw, (ctx, { params }) => withdrawFromInviting(ctx, params.invitation)),
  on(team.changeRole, (ctx, { params, body }) => changeRole(ctx, params.user, body.role)),
  on(team.remove, (ctx, { params }) => removeMember(ctx, params.user)),
  onUnitOfWork(team.endSecondFactor, (uow, { params, body }) =>
    endMembersSecondFactor(uow, { ...body, user: params.user }),
  ),
  onUnitOfWork(team.transfer, (uow, { body }) => transferOwnership(uow, body)),
  on(team.leave, (ctx) => leaveCompany(ctx)),
  on(team.readInvite, (ctx, { params }) => readInvitation(ctx, params.code)),
  on(team.acceptInvite, (ctx, input) => acceptInvitation(ctx, input)),
]
