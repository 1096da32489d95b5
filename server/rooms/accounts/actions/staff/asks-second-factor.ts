import { roleCan, type StaffRole } from '../../../../../domain/people/roles.ts'
import type { App } from '../../../../platform/context.ts'

/** Whether a processor of this installation, which all its accounts use, moves real money: it has no numbers to try it with. */
export const movesRealMoney = (app: App): boolean =>
  [...app.processors.values()].some(({ trials }) => trials === undefined || trials.length === 0)

/**
 * Whether somebody of this role reaches the account only with a second factor of their own: owners and admins, where real
 * money moves or the company asks for it.
 */
export const asksSecondFactor = (app: App, role: StaffRole, required: boolean): boolean =>
  roleCan(role, 'users.manage') && (required || movesRealMoney(app))
