import type { Account } from '../../../session/account-context.ts'

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** The rest of a trial: '13 days left', on its last day '5 hours left', in its last hour '12 minutes left'. */
export function leftText({
  days,
  hours,
  minutes,
}: NonNullable<Account['subscription']['trial_left']>): string {
  if (days > 0) return `${counted(days, 'day')} left`
  return hours > 0 ? `${counted(hours, 'hour')} left` : `${counted(minutes, 'minute')} left`
}
