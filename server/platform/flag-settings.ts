import { type FlagSettings, readFlagSetting } from '../../domain/accounts/flags.ts'

interface Values {
  /** Settings such as 'choose-account-type=off,paypal=on'. */
  readonly FLAGS: string
  readonly PAYPAL: 'on' | 'off'
  readonly PAYTRACE_API_URL?: string | undefined
}

/** Returns the flags of the installation. A processor that is set up here is offered unless FLAGS switches it off. */
export function readFlags({ FLAGS, PAYPAL, PAYTRACE_API_URL }: Values): FlagSettings {
  const given = FLAGS.split(',').filter((part) => part.trim() !== '')
  const settings = given.map((part) => {
    const setting = readFlagSetting(part)
    if (setting === null) throw new Error(`FLAGS: '${part.trim()}' is no flag with =on or =off.`)
    return [setting.flag, setting.on] as const
  })
  return {
    ...(PAYPAL === 'on' && { paypal: true }),
    ...(PAYTRACE_API_URL !== undefined && { paytrace: true }),
    ...Object.fromEntries(settings),
  }
}
