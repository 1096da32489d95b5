/** Features that are rolled out, or can be connected, per account. */
export const FLAGS = [
  'dashboard-v3',
  'local-invoices',
  'choose-account-type',
  'social-login',
  'legacy-portal',
  'paytrace',
  'paypal',
] as const
export type Flag = (typeof FLAGS)[number]
export type Flags = Readonly<Record<Flag, boolean>>
/** Flags set by the configuration or an account. */
export type FlagSettings = Readonly<Partial<Record<Flag, boolean>>>

/** Facts of an account that determine the flags nobody has set. */
export interface FlagFacts {
  readonly newUi: boolean
  readonly accountType: 'local' | 'provider' | null
}

/**
 * Decides every flag: an account's own setting precedes the installation's, and either precedes the default
 * of the account. Null for visitors without an account. Flags gate connections; they never hide a payment
 * option that the server offers.
 */
export function decideFlags(
  facts: FlagFacts | null,
  installation: FlagSettings,
  own: FlagSettings = {},
): Flags {
  return {
    'dashboard-v3': facts?.newUi ?? true,
    'local-invoices': facts?.accountType === 'local',
    'choose-account-type': true,
    'social-login': false,
    'legacy-portal': false,
    paytrace: false,
    paypal: false,
    ...installation,
    ...own,
  }
}

/** One setting such as 'paypal=on'; null for text that is none. */
export function readFlagSetting(text: string): { flag: Flag; on: boolean } | null {
  const [, name, value] = /^([a-z0-9-]+)=(on|off)$/.exec(text.trim()) ?? []
  const flag = FLAGS.find((one) => one === name)
  return flag === undefined ? null : { flag, on: value === 'on' }
}
