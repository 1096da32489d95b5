import { contract } from '../../../contract/index.ts'
import type { Ctx, UnitOfWork } from '../../platform/context.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { acceptInvitation } from './actions/accept-invitation.ts'
import { sendInvitationAgain, withdrawFromInviting } from './actions/change-invitation.ts'
import { changeRole, leaveCompany, removeMember } from './actions/change-member.ts'
import { endAccess } from './actions/clients/end-access.ts'
import { endFirm } from './actions/clients/end-firm.ts'
import { giveAccess } from './actions/clients/give-access.ts'
import { openClient } from './actions/clients/open-client.ts'
import { type Clients, showClients } from './actions/clients/show-clients.ts'
import { endMembersSecondFactor } from './actions/end-members-second-factor.ts'
import { exportTeam } from './actions/export-team.ts'
import { handOver } from './actions/hand-over.ts'
import { invitePerson } from './actions/invite-person.ts'
import { readInvitation } from './actions/read-invitation.ts'
import { showTeam } from './actions/show-team.ts'
import { transferOwnership } from './actions/transfer-ownership.ts'

const { clients, team } = contract

/** Shows the clients after a change, in a transaction of its own: a distributed database reads them as another user. */
async function thenShow(uow: UnitOfWork, change: (ctx: Ctx) => Promise<void>): Promise<Clients> {
  await uow.transaction(change)
  return uow.transaction(showClients)
}

export const teamRoutes: BoundRoute[] = [
  on(team.read, (ctx) => showTeam(ctx)),
  onUnitOfWork(team.export, (uow, { body }) => exportTeam(uow, body)),
  on(team.invite, (ctx, input) => invitePerson(ctx, input)),
  on(team.sendAgain, (ctx, { params }) => sendInvitationAgain(ctx, params.invitation)),
  on(team.withdraw, (ctx, { params }) => withdrawFromInviting(ctx, params.invitation)),
  on(team.changeRole, (ctx, { params, body }) => changeRole(ctx, params.user, body.role)),
  on(team.remove, (ctx, { params }) => removeMember(ctx, params.user)),
  onUnitOfWork(team.endSecondFactor, (uow, { params, body }) =>
    endMembersSecondFactor(uow, { ...body, user: params.user }),
  ),
  onUnitOfWork(team.transfer, (uow, { body }) => transferOwnership(uow, body)),
  onUnitOfWork(team.handOver, (uow, { body }) => handOver(uow, body)),
  on(team.endFirm, (ctx, { params }) => endFirm(ctx, params.firm)),
  on(clients.list, (ctx) => showClients(ctx)),
  on(clients.open, (ctx, { body }) => openClient(ctx, body.name)),
  onUnitOfWork(clients.give, (uow, { body }) => thenShow(uow, (ctx) => giveAccess(ctx, body))),
  onUnitOfWork(clients.end, (uow, { body }) => thenShow(uow, (ctx) => endAccess(ctx, body))),
  on(team.leave, (ctx) => leaveCompany(ctx)),
  on(team.readInvite, (ctx, { params }) => readInvitation(ctx, params.code)),
  on(team.acceptInvite, (ctx, input) => acceptInvitation(ctx, input)),
]
