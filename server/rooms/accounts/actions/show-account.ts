import type { z } from 'zod'
import type { plan as planShape } from '../../../../contract/accounts/plan.ts'
import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { decideFlags } from '../../../../domain/accounts/flags.ts'
import {
  listQuotas,
  PLAN_CURRENCY,
  PLAN_INTERVAL,
  type Plan,
  planNamed,
} from '../../../../domain/accounts/plans.ts'
import { countsAsActive, trialLeft } from '../../../../domain/accounts/subscription.ts'
import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import { formatRate } from '../../../../domain/money/rate.ts'
import { roleCan, type StaffRole } from '../../../../domain/people/roles.ts'
import { isoInstant } from '../../../platform/clock.ts'
import { portalOrigin } from '../../../platform/config.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import { type Account, type BillingSummary, freshUntil, logoPath } from '../rules.ts'
import type { Colleague } from '../store/members.ts'
import { showProcessors } from './show-processors.ts'
import { isSecondFactorRequired, movesRealMoney } from './staff/decide-second-factor.ts'

type AccountReply = HandlerReplyOf<typeof contract.accounts.list>['results'][number]

interface Shown {
  /** True on a restored copy that is not released yet. */
  readonly held: boolean
  /** True when the caller has a second factor. */
  readonly secondFactor: boolean
}

/** Converts an account to the API's shape for one of its members. */
export function showAccount(
  ctx: BaseCtx,
  account: Account,
  role: StaffRole,
  members: readonly Colleague[],
  { held, secondFactor }: Shown,
): AccountReply {
  const url = `/api/accounts/${account.id}/`
  const flags = decideFlags(
    { newUi: account.newUi, accountType: account.type },
    ctx.app.config.flags,
    account.flags,
  )
  return {
    url,
    pk: account.id,
    id: account.id,
    company: showCompany(account, members),
    currency: account.currency,
    language: account.language,
    timezone: account.timezone,
    date_format: account.dateFormat,
    account_type: account.type,
    new_ui: account.newUi,
    local_invoices_enabled: flags['local-invoices'],
    flags,
    subscription: showSubscription(account, role, ctx.now),
    plan: account.plan && showPlan(planNamed(account.plan)),
    sells_plans: ctx.app.config.billing !== null,
    canceled_at: account.canceledAtMs === null ? null : isoInstant(account.canceledAtMs),
    userlist_token: null,
    blocked: account.blocked,
    closing: showClosing(account),
    account_messages: [...account.messages],
    is_active: account.isActive,
    system_enabled: account.systemEnabled,
    holding_on_weekend: account.holdingOnWeekend,
    holiday_country: account.holidayCountry,
    ...showPaying(account),
    ...showAnswers(account),
    email_on_payment: account.emailOnPayment,
    un_subscribe_from_all_system_emails: account.noSystemEmails,
    use_legacy_reminders: account.usesLegacyReminders,
    default_terms: account.defaultTerms,
    default_notes: account.defaultNotes,
    portal_url: portalOrigin(ctx.app.config, account.subDomain),
    role,
    payment_connections: showProcessors(ctx.app, account),
    accounting_connection: showAccounting(account),
    second_factor: {
      required: account.secondFactorRequired,
      by_connection: movesRealMoney(ctx.app, account),
      missing: !secondFactor && isSecondFactorRequired(ctx.app, role, account),
    },
    outbound_held: held,
    today: dateInZone(ctx.now, account.timezone),
    created: isoInstant(account.createdAtMs),
  }
}

const showClosing = ({ closing }: Account): AccountReply['closing'] =>
  closing && { closed_at: isoInstant(closing.atMs), delete_at: isoInstant(closing.deleteAtMs) }

function showAccounting(account: Account): AccountReply['accounting_connection'] {
  const { accounting } = account
  if (account.type !== 'provider' || accounting === null) return null
  const until = freshUntil(account)
  const { provider, name, company, status, features, since } = accounting
  return {
    provider,
    name,
    company,
    status,
    features,
    since,
    fresh_until: until === null ? null : isoInstant(until),
  }
}

function showSubscription(
  { subscription, billing }: Account,
  role: StaffRole,
  nowMs: number,
): AccountReply['subscription'] {
  const { status, trialEndsAtMs, sinceMs } = subscription
  return {
    status,
    start_iso: isoInstant(sinceMs),
    start: Math.floor(sinceMs / 1000),
    trial_end: trialEndsAtMs === null ? null : isoInstant(trialEndsAtMs),
    trial_left:
      trialEndsAtMs !== null && countsAsActive(subscription, nowMs) ? trialLeft(trialEndsAtMs, nowMs) : null,
    is_active: countsAsActive(subscription, nowMs),
    stripe_id: billing?.subscriptionRef ?? null,
    customer: billing && roleCan(role, 'billing.read') ? showPayer(billing) : null,
  }
}

const showPayer = ({ email, card }: BillingSummary) => ({
  email,
  default_source: card && {
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
  },
})

/** Converts a plan to the API's shape. */
export const showPlan = (plan: Plan): z.input<typeof planShape> => ({
  url: `/api/plans/${plan.id}/`,
  pk: plan.id,
  name: plan.name,
  description: plan.description,
  plan_quotas: listQuotas(plan),
  billing: {
    amount: formatAmount(plan.amountMinor, PLAN_CURRENCY),
    currency: PLAN_CURRENCY,
    interval: PLAN_INTERVAL,
  },
  features: [...plan.features],
  default: plan.isDefault,
  group: plan.group,
})

const showPaying = (account: Account) => ({
  partial_payments: account.partialPayments,
  prepayments: account.prepayments,
  save_methods_by_default: account.saveMethodsByDefault,
  card_surcharge: formatRate(account.cardSurchargePpm),
  e_check_surcharge: formatRate(account.eCheckSurchargePpm),
})

const showAnswers = (account: Account) => ({
  customers_may_promise: account.customersMayPromise,
  customers_may_dispute: account.customersMayDispute,
  promise_max_days: account.promiseMaxDays,
})

function showCompany(account: Account, members: readonly Colleague[]): AccountReply['company'] {
  const { company } = account
  return {
    url: `/api/accounts/${account.id}/company/`,
    pk: company.id,
    name: company.name,
    postal_address: { name: company.name, ...company.address },
    email: company.email,
    phone: company.phone,
    profile: null,
    source: showAccounting(account)?.provider ?? 'local',
    website: company.website,
    description: company.description,
    logo: logoPath(account.id, company.logoFileId),
    accent_color: company.accentColor,
    customer_note: company.customerNote,
    sale_terms: company.saleTerms,
    bank_details: company.bank,
    memberships: members.map(showMember),
  }
}

function showMember(member: Colleague): AccountReply['company']['memberships'][number] {
  const fullName = `${member.firstName} ${member.lastName}`.trim()
  return {
    user: member.userId,
    user_short_name: member.firstName || member.email.split('@')[0] || member.email,
    user_full_name: fullName || member.email,
    user_email: member.email,
    is_admin: member.role === 'owner' || member.role === 'admin',
    is_owner: member.role === 'owner',
    role: member.role,
  }
}
