import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { chooseLanguage } from './actions/choose-language.ts'
import { inviteCustomer } from './actions/invite/invite-customer.ts'
import { showPortalLogin } from './actions/invite/show-portal-login.ts'
import { updatePortalEmail } from './actions/invite/update-portal-email.ts'
import { cancelInviteRun } from './actions/invite-runs/cancel-invite-run.ts'
import { listInviteRuns } from './actions/invite-runs/list-invite-runs.ts'
import { previewInviteRun, previewSelected } from './actions/invite-runs/preview-invite-run.ts'
import { startInviteRun } from './actions/invite-runs/start-invite-run.ts'
import { listCustomerAccounts } from './actions/list-customer-accounts.ts'
import { listPortalCreditMemos } from './actions/list-portal-credit-memos.ts'
import { listPortalInvoices } from './actions/list-portal-invoices.ts'
import { addPortalLogins } from './actions/logins/add-portal-logins.ts'
import { endPortalLogin } from './actions/logins/end-portal-login.ts'
import { exportPortalLogins } from './actions/logins/export-portal-logins.ts'
import { inviteEntries } from './actions/logins/invite-entries.ts'
import { listPortalLogins } from './actions/logins/list-portal-logins.ts'
import { openPayLink } from './actions/pay-link/open-pay-link.ts'
import { readPayLinkCompany } from './actions/pay-link/read-pay-link-company.ts'
import { readPayerInvoice } from './actions/pay-link/read-payer-invoice.ts'
import { renewPayLink } from './actions/pay-link/renew-pay-link.ts'
import { sendPayLinkCode } from './actions/pay-link/send-pay-link-code.ts'
import { unlockPayLink } from './actions/pay-link/unlock-pay-link.ts'
import { invitePerson } from './actions/people/invite-person.ts'
import { listPeople } from './actions/people/list-people.ts'
import { removePerson } from './actions/people/remove-person.ts'
import { endPreview } from './actions/preview/end-preview.ts'
import { openPreview } from './actions/preview/open-preview.ts'
import { startPreview } from './actions/preview/start-preview.ts'
import { readCustomerAccount } from './actions/read-customer-account.ts'
import { readPortalHome } from './actions/read-portal-home.ts'
import { readPreferences } from './actions/read-preferences.ts'
import { askForAccess } from './actions/requests/ask-for-access.ts'
import { approveAccessRequest, refuseAccessRequest } from './actions/requests/decide-access-request.ts'
import { exportAccessRequests } from './actions/requests/export-access-requests.ts'
import { listAccessRequests } from './actions/requests/list-access-requests.ts'

const { accessRequests, inviteRuns, portal, portalLogins, portalPeople, preview } = contract

export const portalRoutes: BoundRoute[] = [
  on(portal.preferences, (ctx) => readPreferences(ctx)),
  on(portal.home, (ctx) => readPortalHome(ctx)),
  on(portal.account, (ctx) => readCustomerAccount(ctx)),
  on(portal.chooseLanguage, (ctx, { body }) => chooseLanguage(ctx, body.language)),
  on(portal.allAccounts, (ctx, input) => listCustomerAccounts(ctx, input)),
  on(portal.invoices, (ctx, input) => listPortalInvoices(ctx, input)),
  on(portal.creditMemos, (ctx, input) => listPortalCreditMemos(ctx, input)),
  on(portal.invoice, (ctx, { params }) => readPayerInvoice(ctx, params.invoice)),
  onUnitOfWork(portal.openPayLink, (uow, input) => openPayLink(uow, input)),
  onUnitOfWork(portal.payLinkCompany, (uow, input) => readPayLinkCompany(uow, input)),
  onUnitOfWork(portal.renewPayLink, (uow, input) => renewPayLink(uow, input)),
  onUnitOfWork(portal.sendPayLinkCode, (uow) => sendPayLinkCode(uow)),
  onUnitOfWork(portal.unlockPayLink, (uow, { body }) => unlockPayLink(uow, body.code)),
  on(portal.readDetails, (ctx, { params }) => showPortalLogin(ctx, params.customer)),
  on(portal.invite, (ctx, { params, body }) => inviteCustomer(ctx, params.customer, body.email)),
  on(preview.start, (ctx, input) => startPreview(ctx, input)),
  on(preview.open, (ctx, input) => openPreview(ctx, input)),
  on(preview.end, (ctx) => endPreview(ctx)),
  on(portalLogins.list, (ctx, input) => listPortalLogins(ctx, input)),
  onUnitOfWork(portalLogins.export, (uow, { body }) => exportPortalLogins(uow, body)),
  on(portalLogins.add, (ctx, input) => addPortalLogins(ctx, input)),
  on(portalLogins.invite, (ctx, input) => inviteEntries(ctx, input)),
  on(portalLogins.end, (ctx, { params }) => endPortalLogin(ctx, params.customer, params.login)),
  on(portalPeople.list, (ctx) => listPeople(ctx)),
  on(portalPeople.invite, (ctx, { body }) => invitePerson(ctx, body.email)),
  on(portalPeople.remove, (ctx, { params }) => removePerson(ctx, params.person)),
  onUnitOfWork(accessRequests.ask, (uow, { body }) => askForAccess(uow, body)),
  on(accessRequests.list, (ctx, input) => listAccessRequests(ctx, input)),
  onUnitOfWork(accessRequests.export, (uow, { body }) => exportAccessRequests(uow, body)),
  on(accessRequests.approve, (ctx, { params, body }) =>
    approveAccessRequest(ctx, params.request, body.customer),
  ),
  on(accessRequests.refuse, (ctx, { params }) => refuseAccessRequest(ctx, params.request)),
  onUnitOfWork(inviteRuns.preview, (uow, { query }) => previewInviteRun(uow, query.again === 'true')),
  onUnitOfWork(inviteRuns.previewSelected, (uow, { body }) => previewSelected(uow, body)),
  on(inviteRuns.list, (ctx) => listInviteRuns(ctx)),
  on(inviteRuns.start, (ctx, { body }) => startInviteRun(ctx, body)),
  on(inviteRuns.cancel, (ctx, { params }) => cancelInviteRun(ctx, params.run)),
  on(portal.updateEmail, (ctx, { params, body }) => updatePortalEmail(ctx, params.customer, body)),
]
