import { roleCan, type StaffRole } from '../../../../../domain/people/roles.ts'
import type { App } from '../../../../platform/context.ts'

/**
 * Returns whether a processor of this installation moves real money, which is one without trial numbers. All
 * accounts use the same processors.
 */
export const movesRealMoney = (app: App): boolean =>
  [...app.processors.values()].some(({ trials }) => trials === undefined || trials.length === 0)

/**
 * Returns whether a role may enter the account only with a second factor: owners and admins, when real money
 * moves or the company requires it.
 */
export const isSecondFactorRequired = (app: App, role: StaffRole, required: boolean): boolean =>
  roleCan(role, 'users.manage') && (required || movesRealMoney(app))
