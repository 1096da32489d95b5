import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onInSteps } from '../../platform/http/handlers.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endOtherSessions,
  endSecondFactor,
  endSession,
  listSessions,
  readSecondFactor,
  renewRecoveryCodes,
} from '../identity/index.ts'
import { changeOwnPassword } from './actions/change-own-password.ts'
import { checkPortalLink } from './actions/check-portal-link.ts'
import { endPreview } from './actions/end-preview.ts'
import { enrolInPortal } from './actions/enrol-in-portal.ts'
import { forgotPassword } from './actions/forgot-password.ts'
import { inviteCustomer } from './actions/invite-customer.ts'
import { listCustomerAccounts } from './actions/list-customer-accounts.ts'
import { listPortalCreditMemos } from './actions/list-portal-credit-memos.ts'
import { listPortalInvoices } from './actions/list-portal-invoices.ts'
import { logIn } from './actions/log-in.ts'
import { openPayLink } from './actions/open-pay-link.ts'
import { openPreview } from './actions/open-preview.ts'
import { ownLoginOf } from './actions/own-login-of.ts'
import { readCustomerAccount } from './actions/read-customer-account.ts'
import { readPayerInvoice } from './actions/read-payer-invoice.ts'
import { readPayerPdf } from './actions/read-payer-pdf.ts'
import { readPortalHome } from './actions/read-portal-home.ts'
import { readPreferences } from './actions/read-preferences.ts'
import { resetPassword } from './actions/reset-password.ts'
import { sendPayLinkCode } from './actions/send-pay-link-code.ts'
import { showPortalLogin } from './actions/show-portal-login.ts'
import { startPreview } from './actions/start-preview.ts'
import { unlockPayLink } from './actions/unlock-pay-link.ts'
import { updatePortalEmail } from './actions/update-portal-email.ts'

const { identity, portal, preview } = contract

/** What people do to their own logins serves staff and customers by one call each; only this room knows both kinds. */
export const portalRoutes: BoundRoute[] = [
  onInSteps(identity.logIn, (steps, input) => logIn(steps, input)),
  onInSteps(identity.forgotPassword, (steps, input) => forgotPassword(steps, input)),
  onInSteps(identity.resetPassword, (steps, input) => resetPassword(steps, input)),
  onInSteps(identity.changePassword, (steps, input) => changeOwnPassword(steps, input)),
  on(identity.sessions, (ctx) => listSessions(ctx, ownLoginOf(ctx))),
  on(identity.endSession, (ctx, { params }) => endSession(ctx, params.session, ownLoginOf(ctx))),
  on(identity.endOtherSessions, (ctx) => endOtherSessions(ctx, ownLoginOf(ctx))),
  on(identity.secondFactor, (ctx) => readSecondFactor(ctx, ownLoginOf(ctx))),
  onInSteps(identity.beginSecondFactor, (steps, { body }) =>
    beginSecondFactor(steps, body, ownLoginOf(steps)),
  ),
  onInSteps(identity.confirmSecondFactor, (steps, { body }) =>
    confirmSecondFactor(steps, body, ownLoginOf(steps)),
  ),
  onInSteps(identity.renewRecoveryCodes, (steps, { body }) =>
    renewRecoveryCodes(steps, body, ownLoginOf(steps)),
  ),
  onInSteps(identity.endSecondFactor, (steps, { body }) => endSecondFactor(steps, body, ownLoginOf(steps))),
  onInSteps(identity.enrolInPortal, (steps, input) => enrolInPortal(steps, input)),
  on(identity.checkPortalLink, (ctx, { body }) => checkPortalLink(ctx, body)),
  on(portal.preferences, (ctx) => readPreferences(ctx)),
  on(portal.home, (ctx) => readPortalHome(ctx)),
  on(portal.account, (ctx) => readCustomerAccount(ctx)),
  on(portal.allAccounts, (ctx, input) => listCustomerAccounts(ctx, input)),
  on(portal.invoices, (ctx, input) => listPortalInvoices(ctx, input)),
  on(portal.creditMemos, (ctx, input) => listPortalCreditMemos(ctx, input)),
  on(portal.invoice, (ctx, { params }) => readPayerInvoice(ctx, params.invoice)),
  onInSteps(portal.invoicePdf, (steps, { params }) => readPayerPdf(steps, params.invoice)),
  onInSteps(portal.openPayLink, (steps, input) => openPayLink(steps, input)),
  onInSteps(portal.sendPayLinkCode, (steps) => sendPayLinkCode(steps)),
  onInSteps(portal.unlockPayLink, (steps, { body }) => unlockPayLink(steps, body.code)),
  on(portal.readDetails, (ctx, { params }) => showPortalLogin(ctx, params.customer)),
  on(portal.invite, (ctx, { params, body }) => inviteCustomer(ctx, params.customer, body.email)),
  on(preview.start, (ctx, input) => startPreview(ctx, input)),
  on(preview.open, (ctx, input) => openPreview(ctx, input)),
  on(preview.end, (ctx) => endPreview(ctx)),
  on(portal.updateEmail, (ctx, { params, body }) => updatePortalEmail(ctx, params.customer, body.email)),
]
