import { decideFlags, FLAGS, type Flag, readFlagSetting } from '../../../domain/accounts/flags.ts'
import { PLAN_QUOTA_NAMES, type PlanQuota, readQuotaSetting } from '../../../domain/accounts/plan-quotas.ts'
import { PLAN_GROUPS } from '../../../domain/accounts/plans.ts'
import {
  countsAsActive,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from '../../../domain/accounts/subscription.ts'
import { isoInstant } from '../../platform/clock.ts'
import { type Ctx, inAccount } from '../../platform/context.ts'
import {
  changeFlags,
  changeStanding,
  changeSubscription,
  readAccountRow,
} from '../../rooms/accounts/index.ts'
import { changeQuotas, quotasOf } from '../../rooms/plans/index.ts'
import { openExistingDatabase, readConfigToLook } from '../database.ts'
import { failCommand, say, sayOnStderr } from '../terminal.ts'
import { COMMAND, COMMAND_CALLER, resolveAccount, runCommand } from './command.ts'
import { readCommandLine, WrongArguments, wholeNumber } from './command-line.ts'

const USAGE = `Usage: npm run account -- [--account PK] [--subscription STATUS [--trial-days DAYS]] [--flag NAME=on|off|default]...
       [--quota QUOTA=NUMBER|none]... [--plan-group GROUP|default] [--blocked on|off] [--message TEXT|none]...

Prints the account's subscription, flags and quotas, after any changes. The account is named by its pk or its portal's subdomain;
without a name it is the demo company's, or the only one there is.
  STATUS  ${SUBSCRIPTION_STATUSES.join(', ')}
  NAME    ${FLAGS.join(', ')}
  QUOTA   ${PLAN_QUOTA_NAMES.join(', ')}
  GROUP   ${PLAN_GROUPS.join(', ')}: which plans it may choose where plans are sold
Messages replace those that the account's people saw before. A blocked account is closed except for its settings.
Without an active subscription a company's people reach their settings only; its customers see and pay as before.
Records above a quota stay; only adding more is refused.`

type FlagChanges = Partial<Record<Flag, boolean | null>>
type QuotaChanges = Partial<Record<PlanQuota, number | null>>

const readArguments = () =>
  readCommandLine({
    usage: USAGE,
    options: {
      account: { type: 'string' },
      subscription: { type: 'string' },
      'trial-days': { type: 'string' },
      flag: { type: 'string', multiple: true },
      quota: { type: 'string', multiple: true },
      'plan-group': { type: 'string' },
      blocked: { type: 'string' },
      message: { type: 'string', multiple: true },
    },
    understand({ account, subscription, flag = [], quota = [], ...more }) {
      const status = subscription === undefined ? undefined : statusOf(subscription)
      if (more['trial-days'] !== undefined && status !== 'trialing')
        throw new WrongArguments('--trial-days goes with --subscription trialing.')
      const trialDays = wholeNumber('trial-days', more['trial-days'], undefined)
      const standing = standingOf(more['plan-group'], more.blocked, more.message)
      return { account, status, trialDays, flags: flagsOf(flag), quotas: quotasNamed(quota), standing }
    },
  })

function statusOf(text: string): SubscriptionStatus {
  const status = SUBSCRIPTION_STATUSES.find((one) => one === text)
  if (status === undefined)
    throw new WrongArguments(`--subscription takes ${SUBSCRIPTION_STATUSES.join(', ')}, not '${text}'.`)
  return status
}

type Standing = Parameters<typeof changeStanding>[1]

function standingOf(
  group: string | undefined,
  blocked: string | undefined,
  messages: readonly string[] | undefined,
): Standing {
  const planGroup = group === 'default' ? null : PLAN_GROUPS.find((one) => one === group)
  if (group !== undefined && planGroup === undefined)
    throw new WrongArguments(`--plan-group takes default, ${PLAN_GROUPS.join(', ')}, not '${group}'.`)
  if (blocked !== undefined && blocked !== 'on' && blocked !== 'off')
    throw new WrongArguments(`--blocked takes on or off, not '${blocked}'.`)
  const texts = messages?.filter((text) => text !== 'none')
  return {
    ...(planGroup !== undefined && { planGroup }),
    ...(blocked !== undefined && { blocked: blocked === 'on' }),
    ...(texts && { messages: texts.map((text) => ({ text, tone: 'info' as const })) }),
  }
}

function flagsOf(texts: readonly string[]): FlagChanges {
  const changes: FlagChanges = {}
  for (const text of texts) {
    // 'default' removes the account's own setting. The name is parsed like that of any setting.
    const setting = readFlagSetting(text.replace(/=default$/, '=off'))
    if (setting === null)
      throw new WrongArguments(`--flag takes NAME=on, NAME=off or NAME=default, not '${text}'.`)
    changes[setting.flag] = text.endsWith('=default') ? null : setting.on
  }
  return changes
}

function quotasNamed(texts: readonly string[]): QuotaChanges {
  const changes: QuotaChanges = {}
  for (const text of texts) {
    const setting = readQuotaSetting(text)
    if (setting === null) throw new WrongArguments(`--quota takes QUOTA=NUMBER or QUOTA=none, not '${text}'.`)
    changes[setting.quota] = setting.most
  }
  return changes
}

/** Returns one line for the subscription, one for each flag, and one for each quota. */
async function describeAccount(ctx: Ctx): Promise<string[]> {
  const { company, subscription, newUi, type, flags } = await readAccountRow(ctx)
  const { status, trialEndsAtMs } = subscription
  const until = trialEndsAtMs === null ? '' : ` until ${isoInstant(trialEndsAtMs)}`
  const open = countsAsActive(subscription, ctx.now) ? '' : ', so only its settings can be reached'
  const decided = decideFlags({ newUi, accountType: type }, ctx.app.config.flags, flags)
  const quotas = await quotasOf(ctx)
  return [
    `${company.name || ctx.accountId}: ${status}${until}${open}`,
    ...Object.entries(decided).map(([flag, on]) => `  ${flag} ${on ? 'on' : 'off'}`),
    ...PLAN_QUOTA_NAMES.map((quota) => `  ${quota} ${quotas[quota] ?? 'none'}`),
  ]
}

async function run(): Promise<void> {
  const { account, status, trialDays, flags, quotas, standing } = readArguments()
  const config = await readConfigToLook(process.env)
  await runCommand(config, await openExistingDatabase(config, sayOnStderr), async (app) => {
    const accountId = await resolveAccount(app, account)
    const lines = await inAccount(app, COMMAND_CALLER, COMMAND, accountId, async (ctx) => {
      if (status !== undefined) await changeSubscription(ctx, { status, trialDays })
      if (Object.keys(flags).length > 0) await changeFlags(ctx, flags)
      if (Object.keys(standing).length > 0) await changeStanding(ctx, standing)
      if (Object.keys(quotas).length > 0) await changeQuotas(ctx, quotas)
      return describeAccount(ctx)
    })
    for (const line of lines) say(line)
    return 0
  })
}

run().catch((error) => failCommand('The account was not changed.', error))
