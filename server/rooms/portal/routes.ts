import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { inviteCustomer } from './actions/invite/invite-customer.ts'
import { showPortalLogin } from './actions/invite/show-portal-login.ts'
import { updatePortalEmail } from './actions/invite/update-portal-email.ts'
import { listCustomerAccounts } from './actions/list-customer-accounts.ts'
import { listPortalCreditMemos } from './actions/list-portal-credit-memos.ts'
import { listPortalInvoices } from './actions/list-portal-invoices.ts'
import { addPortalLogins } from './actions/logins/add-portal-logins.ts'
import { endPortalLogin } from './actions/logins/end-portal-login.ts'
import { inviteEntries } from './actions/logins/invite-entries.ts'
import { listPortalLogins } from './actions/logins/list-portal-logins.ts'
import { openPayLink } from './actions/pay-link/open-pay-link.ts'
import { readPayLinkCompany } from './actions/pay-link/read-pay-link-company.ts'
import { readPayerInvoice } from './actions/pay-link/read-payer-invoice.ts'
import { readPayerPdf } from './actions/pay-link/read-payer-pdf.ts'
import { renewPayLink } from './actions/pay-link/renew-pay-link.ts'
import { sendPayLinkCode } from './actions/pay-link/send-pay-link-code.ts'
import { unlockPayLink } from './actions/pay-link/unlock-pay-link.ts'
import { endPreview } from './actions/preview/end-preview.ts'
import { openPreview } from './actions/preview/open-preview.ts'
import { startPreview } from './actions/preview/start-preview.ts'
import { readCustomerAccount } from './actions/read-customer-account.ts'
import { readPortalHome } from './actions/read-portal-home.ts'
import { readPreferences } from './actions/read-preferences.ts'

const { portal, portalLogins, preview } = contract

export const portalRoutes: BoundRoute[] = [
  on(portal.preferences, (ctx) => readPreferences(ctx)),
  on(portal.home, (ctx) => readPortalHome(ctx)),
  on(portal.account, (ctx) => readCustomerAccount(ctx)),
  on(portal.allAccounts, (ctx, input) => listCustomerAccounts(ctx, input)),
  on(portal.invoices, (ctx, input) => listPortalInvoices(ctx, input)),
  on(portal.creditMemos, (ctx, input) => listPortalCreditMemos(ctx, input)),
  on(portal.invoice, (ctx, { params }) => readPayerInvoice(ctx, params.invoice)),
  onUnitOfWork(portal.invoicePdf, (uow, { params }) => readPayerPdf(uow, params.invoice)),
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
  on(portalLogins.add, (ctx, input) => addPortalLogins(ctx, input)),
  on(portalLogins.invite, (ctx, input) => inviteEntries(ctx, input)),
  on(portalLogins.end, (ctx, { params }) => endPortalLogin(ctx, params.customer, params.login)),
  on(portal.updateEmail, (ctx, { params, body }) => updatePortalEmail(ctx, params.customer, body)),
]
