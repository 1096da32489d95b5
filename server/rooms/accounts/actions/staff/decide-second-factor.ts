import { roleCan, type StaffRole } from '../../../../../domain/people/roles.ts'
import { isBuiltIn } from '../../../../gateways/payments/port.ts'
import type { App } from '../../../../platform/context.ts'
import type { ConnectedProcessor } from '../../rules.ts'

/** Facts of an account that decide on two-step login. */
export interface SecondFactorFacts {
  /** The company asks its owners and admins for it. */
  readonly secondFactorRequired: boolean
  readonly connectedProcessors: readonly ConnectedProcessor[]
}

/**
 * Returns whether real money moves in the account: through a connection of its own, or through a processor without trial
 * numbers that every account of this installation uses.
 */
export const movesRealMoney = (app: App, account: Pick<SecondFactorFacts, 'connectedProcessors'>): boolean =>
  account.connectedProcessors.some(({ live }) => live) ||
  [...app.processors.values()].some(
    (processor) => isBuiltIn(processor) && (processor.trials ?? []).length === 0,
  )

/**
 * Returns whether a role may enter the account only with a second factor: owners and admins, when real money
 * moves or the company requires it.
 */
export const isSecondFactorRequired = (app: App, role: StaffRole, account: SecondFactorFacts): boolean =>
  roleCan(role, 'users.manage') && (account.secondFactorRequired || movesRealMoney(app, account))
