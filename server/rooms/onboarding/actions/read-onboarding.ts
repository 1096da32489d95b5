import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { decideFlags } from '../../../../domain/accounts/flags.ts'
import { ONBOARDING_STEPS, type OnboardingStep } from '../../../../domain/accounts/onboarding.ts'
import { isBuiltIn } from '../../../gateways/payments/port.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { hasGroup } from '../../customers/index.ts'
import { countAllInvoices } from '../../invoices/index.ts'
import { hasLiveRule } from '../../late-fees/index.ts'
import { hasLiveFlow } from '../../reminders/index.ts'
import { hasPortalUser, selectChecks } from '../store.ts'

export type OnboardingReply = HandlerReplyOf<typeof contract.onboarding.read>

/** Returns the account's onboarding steps, each done when the data shows it or a member marked it. */
export async function readOnboarding(ctx: Ctx): Promise<OnboardingReply> {
  const { company, newUi, type, flags, systemEnabled, connectedProcessors, accounting } =
    await readAccountRow(ctx)
  const checks = await selectChecks(ctx)
  const shown: Record<OnboardingStep, boolean> = {
    complete_registration: company.name !== '',
    connect_accounting_platform: accounting?.freshAt != null,
    add_company_information_and_logo: company.logoFileId !== null && company.address.addressline1 !== '',
    create_first_local_invoice: (await countAllInvoices(ctx)) > 0,
    connect_payment_processor: connectedProcessors.length > 0,
    complete_payment_settings: false,
    send_customer_portal_invites: await hasPortalUser(ctx),
    setup_custom_groups: await hasGroup(ctx),
    create_invoice_reminder_workflow: await hasLiveFlow(ctx),
    setup_late_fees: await hasLiveRule(ctx),
    activate_platform: systemEnabled,
  }
  // An account that gets its invoices from an accounting platform creates none here.
  const local = decideFlags({ newUi, accountType: type }, ctx.app.config.flags, flags)['local-invoices']
  const has: Partial<Record<OnboardingStep, boolean>> = {
    create_first_local_invoice: local,
    connect_accounting_platform: type === 'provider',
    connect_payment_processor: ![...ctx.app.processors.values()].every(isBuiltIn),
  }
  const steps = ONBOARDING_STEPS.filter((step) => has[step] ?? true)
  return {
    onboarding_progress: Object.fromEntries(steps.map((step) => [step, shown[step] || checks.has(step)])),
  }
}
